/**
 * Who stands behind the site, for the privacy policy and the terms; the e-mail address there is the one of
 * links.ts. What says "Example" is a placeholder: the server warns at start as long as one of them is left.
 */
export const provider = {
  /** The company or person responsible, as registered. */
  name: 'Example Provider LLC',
  /** Where letters reach them. */
  address: '1 Example Street, Tashkent',
  /** The company on whose machines the site and its database run, and the country those stand in. */
  hosting: 'Example Hosting, Example Country',
  /** The company that keeps the mailbox leads are sent to, and the country. */
  mailHost: 'Example Mail, Example Country',
} as const;

/** The server deletes backups after this many days (server/backups.ts); the privacy policy says so. */
export const backupDays = 14;
