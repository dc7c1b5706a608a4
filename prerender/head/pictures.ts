/** Apart from the drawing, which only the build does. */
import type { Language } from '../../contract/languages.ts';

export const socialCardSize = { width: 1200, height: 630 } as const;
export const socialCardPath = (language: Language): string => `/social-${language}.png`;

/** `--night` of site/styles/tokens.css. In hex: Telegram's browser understands no other notation. */
export const themeColour = '#0b1b3f';
