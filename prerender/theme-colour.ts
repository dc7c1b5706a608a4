/** `--night` of site/styles/tokens.css. In hex: Telegram's browser understands no other notation. */
export const themeColour = '#0b1b3f';
