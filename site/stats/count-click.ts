import { type ClickName, clickPath } from '../../contract/inbox.ts';
import { pageLanguage } from '../i18n/page-language.ts';
import { referrerHeader } from './referrer.ts';

/** A static host has no server that counts. */
export const countClick = (name: ClickName) => () => {
  if (__HOSTED_PROJECT__) return;
  navigator.sendBeacon(clickPath, `${name} ${pageLanguage()} ${referrerHeader()}`);
};
