import { type ClickName, clickPath } from '../../contract/inbox.ts';
import { pageLanguage } from '../i18n/page-language.ts';
import { arrival } from './arrival.ts';

/** Counts a click without waiting for an answer. A static host has no server that counts. */
export const countClick = (name: ClickName) => () => {
  if (__HOSTED_PROJECT__) return;
  navigator.sendBeacon(clickPath, `${name} ${pageLanguage()} ${arrival()}`);
};
