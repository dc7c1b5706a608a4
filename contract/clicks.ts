/**
 * What visitors click. After the hyphen: which of several similar links; plain `registration` is the one on the first screen.
 * `form` is no link: the visitor began to fill in the form.
 */
// biome-ignore format: by kind
export const clickNames = [
  'registration', 'registration-basic', 'registration-plus', 'registration-pro', 'consultation',
  'telegram-contact', 'telegram-italy', 'telegram-faq', 'telegram-floating', 'telegram-footer', 'telegram-notice',
  'channel', 'email', 'form',
] as const;
export type ClickName = (typeof clickNames)[number];
/** What fails in a browser: the page's script against its HTML, a component of the page, one of the inbox. */
export const failureNames = ['hydration', 'page', 'inbox'] as const;
export type FailureName = (typeof failureNames)[number];
