import { languageCodes } from '../../contract/languages.ts';
import { arcade } from './arcade.ts';
import { flags } from './flags.ts';
import { compass, star } from './geometry.ts';
import { icons } from './icons.ts';
import { lattices } from './lattice.ts';
import type { DrawingName, IconName } from './names.ts';
import { portal, portalPaints } from './portal.ts';

/**
 * The drawings, written into the HTML once and outside of React's root. Components only say `<use href="#d-name">`, so not
 * one path is in the script, and none is drawn twice.
 */
const symbol = (id: DrawingName, viewBox: string, content: string) =>
  `<symbol id="d-${id}" viewBox="${viewBox}">${content}</symbol>`;

/** One path, without a symbol around it: browsers make what is used anew in every place, element by element. */
const icon = (name: IconName) =>
  `<path id="d-${name}" class="line" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" d="${icons[name]}"/>`;

export const emblem = `<path d="${star(24, 24, 22.5)}" fill="none" stroke="#f4a91f" stroke-width="2.5" stroke-linejoin="round"/><path d="${compass(24, 24, 15)}" fill="currentColor"/>`;

/** Its ground is the system's: white, or with forced colours what the icon's line can be seen on. */
const medallion = `<path d="${star(48, 48, 46)}" fill="Canvas" stroke="currentColor" stroke-width="1.5"/><path d="${star(48, 48, 39)}" fill="none" stroke="currentColor" stroke-opacity=".45"/>`;

const sheet = (kind: 'paints' | 'symbols', content: string) =>
  `<svg width="0" height="0" aria-hidden="true" class="${kind}"><defs>${content}</defs></svg>`;

const onFirstScreen: IconName[] = ['menu', 'outward'];

/** What the first screen shows; stands before the page's content, so that it is painted with it. */
export const firstSprite = `${sheet('paints', lattices + portalPaints)}${sheet(
  'symbols',
  portal +
    symbol('emblem', '0 0 48 48', emblem) +
    languageCodes.map((code) => symbol(`flag-${code}`, '0 0 24 16', flags[code])).join('') +
    onFirstScreen.map(icon).join(''),
)}`;

/** The rest; stands after the content. */
export const laterSprite = `${sheet('paints', arcade)}${sheet(
  'symbols',
  symbol('medallion', '0 0 96 96', medallion) +
    symbol('star', '0 0 24 24', `<path d="${star(12, 12, 12)}" fill="currentColor"/>`) +
    (Object.keys(icons) as IconName[])
      .filter((name) => !onFirstScreen.includes(name))
      .map(icon)
      .join(''),
)}`;
