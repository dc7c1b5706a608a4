/** Kept separate from social-card.ts, so that rendering a page does not load Satori. */
import type { Language } from '#contract/languages.ts';

export const socialCardSize = { width: 1200, height: 630 } as const;
export const socialCardPath = (language: Language): string => `/social-${language}.png`;
