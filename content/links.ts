/**
 * The company's own links. Those on example.com are placeholders; the server warns at startup while one is left.
 */
export const links = {
  /** "Register" in the hero and "Start" on the packages: the external registration form. */
  registrationForm: 'https://example.com/registration',
  /** The button of the promo card beside the contact form: the external consultation form. */
  consultationForm: 'https://example.com/consultation',
  /** The Telegram account that visitors write to. */
  telegramAdmin: 'https://example.com/telegram-admin',
  telegramChannel: 'https://example.com/telegram-channel',
  /** Shown on the page as it is written here. */
  email: 'info@example.com',
} as const;
