/**
 * The company behind the site, for the privacy policy and the terms; its email address is in links.ts. Values with
 * "Example" are placeholders; the server warns at startup while one is left.
 */
export const company = {
  /** The registered name of the company, or of the person responsible. */
  name: 'Example Company LLC',
  /** The postal address. */
  address: '1 Example Street, Tashkent',
  /** The company that hosts the site and its database, and the country of its servers. */
  hosting: 'Example Hosting, Example Country',
  /** The company that hosts the mailbox for leads, and the country. */
  mailHost: 'Example Mail, Example Country',
} as const;

/** The server deletes backups after this many days, as the privacy policy says. */
export const backupDays = 14;
