import { clickPath } from '#contract/addresses.ts';
import type { ClickName } from '#contract/clicks.ts';
import { pageLanguage } from '#site/i18n/page-language.ts';
import { attributionHeader } from './attribution.ts';

/** A static site has no server to count clicks. */
export const clickCounter = (name: ClickName) => () => {
  if (__SUPABASE_PROJECT__) return;
  navigator.sendBeacon(clickPath, `${name} ${pageLanguage()} ${attributionHeader()}`);
};
