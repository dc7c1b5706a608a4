import { type ClickName, clickPath } from '../../contract/inbox.ts';
import { pageLanguage } from '../i18n/page-language.ts';
import { referrerHeader } from './referrer.ts';

/** A static site has no server to count clicks. */
export const clickCounter = (name: ClickName) => () => {
  if (__SUPABASE_PROJECT__) return;
  navigator.sendBeacon(clickPath, `${name} ${pageLanguage()} ${referrerHeader()}`);
};
