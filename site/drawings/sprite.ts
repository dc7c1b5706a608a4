import { languageCodes } from '#contract/languages.ts';
import { arches } from './arches.ts';
import { flags } from './flags.ts';
import { gateway, gatewayPaints } from './gateway.ts';
import { compass, star } from './geometry.ts';
import { icons } from './icons.ts';
import { lattices } from './lattice.ts';
import type { DrawingName, IconName } from './names.ts';

/** Each drawing is in the HTML only once. Components refer to it (`<use href="#d-name">`), which keeps the paths out of the script. */
const symbol = (id: DrawingName, viewBox: string, content: string) =>
  `<symbol id="d-${id}" viewBox="${viewBox}">${content}</symbol>`;

/** Not a symbol: each `<use>` would copy one more element. */
const icon = (name: IconName) =>
  `<path id="d-${name}" class="icon-line" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" d="${icons[name]}"/>`;

export const emblem = `<path d="${star(24, 24, 22.5)}" fill="none" stroke="#f4a91f" stroke-width="2.5" stroke-linejoin="round"/><path d="${compass(24, 24, 15)}" fill="currentColor"/>`;

const medallion = `<path d="${star(48, 48, 46)}" fill="Canvas" stroke="currentColor" stroke-width="1.5"/><path d="${star(48, 48, 39)}" fill="none" stroke="currentColor" stroke-opacity=".45"/>`;

const sheet = (kind: 'svg-paints' | 'svg-symbols', content: string) =>
  `<svg width="0" height="0" aria-hidden="true" class="${kind}"><defs>${content}</defs></svg>`;

const onFirstScreen: IconName[] = ['menu', 'outward'];

/** Before the content of the page, so that the first paint has it. */
export const firstSprite = `${sheet('svg-paints', lattices + gatewayPaints)}${sheet(
  'svg-symbols',
  gateway +
    symbol('emblem', '0 0 48 48', emblem) +
    languageCodes.map((code) => symbol(`flag-${code}`, '0 0 24 16', flags[code])).join('') +
    onFirstScreen.map(icon).join(''),
)}`;

/** After the content. */
export const laterSprite = `${sheet('svg-paints', arches)}${sheet(
  'svg-symbols',
  symbol('medallion', '0 0 96 96', medallion) +
    symbol('star', '0 0 24 24', `<path d="${star(12, 12, 12)}" fill="currentColor"/>`) +
    (Object.keys(icons) as IconName[])
      .filter((name) => !onFirstScreen.includes(name))
      .map(icon)
      .join(''),
)}`;
