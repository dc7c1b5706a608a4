import { languageCodes } from '#contract/languages.ts';
import { arches } from './arches.ts';
import { astrolabe } from './astrolabe.ts';
import { flags } from './flags.ts';
import { doors, flyer, gateway, gatewayPaints } from './gateway.ts';
import { compass, star } from './geometry.ts';
import { icons } from './icons.ts';
import { landmarks, plane } from './landmarks.ts';
import { fineLattice, lattice } from './lattice.ts';
import type { DrawingName, IconName } from './names.ts';
import { niche, portal } from './portals.ts';
import { tiles } from './tiles.ts';

/** Each drawing is in the HTML only once. Components refer to it (`<use href="#d-name">`), which keeps the paths out of the script. */
const symbol = (id: DrawingName, viewBox: string, content: string, attributes = '') =>
  `<symbol id="d-${id}" viewBox="${viewBox}"${attributes}>${content}</symbol>`;

/** Not a symbol: each `<use>` would copy one more element. */
const icon = (name: IconName) =>
  `<path id="d-${name}" class="icon-line" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" d="${icons[name]}"/>`;

export const emblem = `<path d="${star(24, 24, 22.5)}" fill="none" stroke="#f4a91f" stroke-width="2.5" stroke-linejoin="round"/><path d="${compass(24, 24, 15)}" fill="currentColor"/>`;

const medallion = `<path id="d-medallion" fill="currentColor" stroke="#0b1b3f" stroke-opacity=".5" d="${star(48, 48, 46)}${star(48, 48, 40)}"/>`;

/** The journey once more, seen from afar: the earth's edge, two flights from Samarkand, and where they land. */
const journey = `<circle cx="360" cy="1850" r="1700" fill="#0b2a66" stroke="#8ad4ca"/><path d="M246 74Q306 10 368 70M246 74C300 0 430-4 480 72" fill="none" stroke="#fff" stroke-width="1.6" stroke-dasharray=".1 6" stroke-linecap="round"/><path fill="#fff" transform="translate(372 18)rotate(2)scale(.62)" d="${plane}"/><use href="#d-samarkand" transform="translate(244 156)rotate(-4)scale(.86)"/><use href="#d-pisa" transform="translate(368 152)scale(.9)"/><use href="#d-capitol" transform="translate(480 155)rotate(4)scale(.86)"/>`;

const sheet = (kind: 'svg-paints' | 'svg-symbols', content: string) =>
  `<svg width="0" height="0" aria-hidden="true" class="${kind}">${content}</svg>`;

const onFirstScreen: IconName = 'menu';

/** Before the content of the page, so that the first paint has it. */
export const firstSprite = `${sheet('svg-paints', lattice + tiles + gatewayPaints)}${sheet(
  'svg-symbols',
  landmarks +
    `<path id="d-plane" d="${plane}"/>` +
    gateway +
    flyer +
    symbol('emblem', '0 0 48 48', emblem) +
    languageCodes.map((code) => symbol(`flag-${code}`, '0 0 24 16', flags[code])).join('') +
    icon(onFirstScreen),
)}`;

/** Where a drawing is put if its box has other proportions. */
const [atTop, atBottom] = ['xMidYMin slice', 'xMidYMax" overflow="visible'].map(
  (place) => ` preserveAspectRatio="${place}"`,
);

/** After the content. */
export const laterSprite = `${sheet('svg-paints', arches + fineLattice)}${sheet(
  'svg-symbols',
  medallion +
    symbol('astrolabe', '0 0 400 400', astrolabe) +
    symbol('portal', '0 0 320 104', portal, atTop) +
    symbol('niche', '0 0 320 340', niche, atTop) +
    symbol('journey', '0 0 720 180', journey, atBottom) +
    symbol('star', '0 0 24 24', `<path d="${star(12, 12, 12)}" fill="currentColor"/>`) +
    (Object.keys(icons) as IconName[])
      .filter((name) => name !== onFirstScreen)
      .map(icon)
      .join(''),
)}`;

/** On the 404 page the gate is closed. */
export const notFoundSprite = sheet('svg-symbols', doors);
