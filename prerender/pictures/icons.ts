/** The emblem as the site's icon. */
import { star } from '../../site/drawings/geometry.ts';
import { emblem } from '../../site/drawings/sprite.ts';
import { colour } from './colours.ts';

/**
 * For browser tabs. On 16 pixels the emblem's thin outline fades and its compass blurs, and on a tab of the wrong
 * shade one of the two is gone: so the star is filled, its edge wider, and only four broad points are left.
 */
export const tabIcon = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">',
  `<path d="${star(24, 24, 22)}" fill="${colour('night')}" stroke="${colour('saffron')}" stroke-width="4" stroke-linejoin="round"/>`,
  '<path d="M24 10 27.500 20.500 38 24 27.500 27.500 24 38 20.500 27.500 10 24 20.500 20.500Z" fill="#fff"/>',
  '</svg>',
].join('');

/**
 * For home screens: coloured to the corners, because the system cuts its own shape out of it. `share` is the part
 * of the width that the emblem takes.
 */
export function homeIcon(share: number): string {
  const size = 48 / share;
  const margin = (size - 48) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${size} ${size}" color="#fff">`,
    `<path d="M${-margin} ${-margin}h${size}v${size}h${-size}Z" fill="${colour('night')}"/>`,
    emblem,
    '</svg>',
  ].join('');
}

/** How much of the width the emblem takes where nothing, or at most the corners, is cut off. */
export const wholeShare = 0.72;
/** Of a maskable icon only a circle of 80 % of the width is sure to be seen; the star stays well inside. */
export const maskableShare = 0.6;
