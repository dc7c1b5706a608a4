import { type ClickName, pressedPath } from '../../contract/inbox.ts';
import { pageLanguage } from '../i18n/page-language.ts';
import { arrival } from './arrival.ts';

/** Counts what was pressed, without a wait and without an answer; a site for a static host has nobody who counts. */
export const pressed = (name: ClickName) => () => {
  if (__HOSTED_PROJECT__) return;
  navigator.sendBeacon(pressedPath, `${name} ${pageLanguage()} ${arrival()}`);
};
