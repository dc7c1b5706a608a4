import { type ClickName, clickPath } from '../../contract/inbox.ts';
import { pageLanguage } from '../i18n/page-language.ts';
import { arrivalHeader } from './arrival.ts';

/** A static site has no server to count clicks. */
export const clickCounter = (name: ClickName) => () => {
  if (__SUPABASE_PROJECT__) return;
  navigator.sendBeacon(clickPath, `${name} ${pageLanguage()} ${arrivalHeader()}`);
};
