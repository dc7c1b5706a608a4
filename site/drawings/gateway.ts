import { arch, compass, star } from './geometry.ts';
import { plane } from './landmarks.ts';

/**
 * The hero's picture: through a tiled gate of Samarkand the round earth, with a madrasa, the tower of Pisa and the Capitol, and a
 * plane on its way around it.
 */
const width = 480;
const height = 720;
const centre = width / 2;
/** Thickness of the outer band of tiles: one tile. */
const band = 40;
const inner = `M${band} ${height}V${band}H${width - band}V${height}`;
/** The opening, from its left foot, and the dark reveal around it. */
const jamb = 70;
const opening = arch(jamb, height, width - 2 * jamb, 622, 264);
const reveal = arch(jamb - 14, height, width - 2 * jamb + 28, 644, 276);

/** Its centre is a little below the picture. */
const globe = { y: 740, radius: 300 };
/** How far the plane flies from the centre of the earth. */
const orbit = 440;
/** Outline, meridians as ellipses, parallels as shallow curves. */
const grid = [
  ...[globe.radius, 90, 185, 260].map(
    (r) => `M${centre - r} ${globe.y}a${r} ${globe.radius} 0 0 1 ${r * 2} 0`,
  ),
  `M${centre} ${globe.y - globe.radius}V${height}`,
  ...[505, 580, 660].map((y) => {
    const half = Math.round(Math.sqrt(globe.radius ** 2 - (globe.y - y) ** 2));
    // From right to left: the other way they would be holes in the earth.
    return `M${centre + half} ${y}q${-half} 40 ${-half * 2} 0`;
  }),
].join('');

/** Puts a landmark on the earth, so many degrees from its top. */
const standing = (name: string, degrees: number) =>
  `<use href="#d-${name}" transform="rotate(${degrees} ${centre} ${globe.y})translate(${centre} ${globe.y - globe.radius + 3})"/>`;

/** The orbit from jamb to jamb. */
const [from, to] = [jamb - 10, width - jamb + 10];
const flightY = globe.y - Math.round(Math.sqrt(orbit ** 2 - (to - centre) ** 2));
const flight = `M${from} ${flightY}A${orbit} ${orbit} 0 0 1 ${to} ${flightY}`;

const skyStars = ['128 276', '180 232', '318 246', '290 168']
  .map((place) => `M${place}l1 5 5 1-5 1-1 5-1-5-5-1 5-1Z`)
  .join('');

/** A compass rose for a sun; the shaded half of each long point makes it look cut. */
const sun = `<path d="${compass(centre, 206, 60)}" fill="#f4a91f"/><path d="M240 146V206L249 184.5ZM300 206H240L261.5 215ZM240 266V206L231 227.5ZM180 206H240L218.5 197Z" fill="#c97f08"/>`;

export const gatewayPaints = `<linearGradient id="gateway-sky" gradientUnits="userSpaceOnUse" x2="0" y1="100" y2="480"><stop stop-color="#0b1b3f"/><stop offset=".42" stop-color="#1f4fbf"/><stop offset=".7" stop-color="#2f9fb4"/><stop offset=".96" stop-color="#ffd98a"/></linearGradient><linearGradient id="gateway-globe" x2="0" y2="1"><stop stop-color="#1a4aa8"/><stop offset=".9" stop-color="#0b1b3f"/></linearGradient><clipPath id="gateway-opening"><path d="${opening}"/></clipPath>`;

/** If its box has other proportions, the sides are cut off. */
const symbol = (name: string, content: string) =>
  `<symbol id="d-${name}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice" fill="none">${content}</symbol>`;

export const gateway = symbol(
  'gateway',
  `<path d="M1.5 ${height}V1.5H${width - 1.5}V${height}" fill="url(#tiles)" stroke="#f4a91f" stroke-width="3"/><path d="${inner}" fill="#0f3580"/><path d="${inner}" fill="url(#tiles-fine)" fill-opacity=".7" stroke="#f4a91f" stroke-width="3"/><path d="${reveal}" fill="#0b1b3f" stroke="#f4a91f" stroke-width="3"/><g clip-path="url(#gateway-opening)"><path d="M0 0H${width}V${height}H0Z" fill="url(#gateway-sky)"/><path d="${skyStars}" fill="#fff"/>${sun}${standing('samarkand', -16)}${standing('pisa', 4)}${standing('capitol', 20.5)}<path d="${grid}" fill="url(#gateway-globe)" stroke="#8fd0d4" stroke-opacity=".4"/><path d="${flight}" stroke="#fff" stroke-width="2.5" stroke-dasharray="1 8" stroke-linecap="round"/></g>`,
);

/** Apart from the gateway, which would be painted again with each of its movements. */
export const flyer = symbol(
  'flyer',
  `<path fill="#fff" transform="translate(${centre} ${globe.y - orbit})scale(1.3)" d="${plane}"/>`,
);

/** Carved wood, closed: for the page that is not there. Each leaf has three panels. */
const panels = [86, 256].flatMap((x) =>
  [250, 404, 558].map(
    (y) => `M${x} ${y}h138v140h-138Z${star(x + 69, y + 70, 56)}${star(x + 69, y + 70, 24)}`,
  ),
);

export const doors = symbol(
  'doors',
  `<g clip-path="url(#gateway-opening)" stroke="#c8924a" stroke-width="2.5"><path d="M0 0H${width}V${height}H0Z" fill="#5c3a1e"/><path d="M${jamb} 236H${width - jamb}" stroke-width="6"/><path d="${panels.join('')}" fill="#74492a" fill-rule="evenodd"/><path d="M${centre} 60V${height}" stroke="#2f1c0d" stroke-width="5"/><path d="${star(centre, 170, 46)}${star(centre, 170, 20)}" fill="#74492a" fill-rule="evenodd"/><g fill="none" stroke="#f4a91f" stroke-width="5"><circle cx="${centre - 20}" cy="474" r="11"/><circle cx="${centre + 20}" cy="474" r="11"/></g></g>`,
);
