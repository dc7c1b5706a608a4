/**
 * The provider's own addresses. Those on example.com are placeholders: the server warns at start as long as
 * one of them is left. Edit them here; nothing else has to change.
 */
export const links = {
  /** "Register" in the hero and "Start" on the packages: the external registration form. */
  registrationForm: 'https://example.com/registration',
  /** The button of the promo card beside the contact form: the external consultation form. */
  consultationForm: 'https://example.com/consultation',
  /** The administrator's Telegram account: contact card, Italy card, floating button, failure notice. */
  telegramAdmin: 'https://example.com/telegram-admin',
  /** The Telegram news channel. */
  telegramChannel: 'https://example.com/telegram-channel',
  /** The address that answers within a day; shown as it is written here. */
  email: 'info@example.com',
} as const;
