import { arch, compass, star } from './geometry.ts';

/** The hero's picture: a Samarkand gateway with a globe, flight paths from Tashkent, and a compass rose for a sun. */
const width = 480;
const height = 600;
const opening = arch(92, height, 296, 500, 230);
const rim = arch(80, height, 320, 516, 238);

/** Outline, meridians and parallels. The lower half is below the picture. */
const globe = [
  ...[250, 70, 150, 215].map((radius) => `M${240 - radius} 640a${radius} 250 0 0 1 ${radius * 2} 0`),
  'M240 390V640',
  ...[450, 510, 575].map((y) => {
    const half = Math.round(Math.sqrt(250 ** 2 - (640 - y) ** 2));
    return `M${240 - half} ${y}q${half} 34 ${half * 2} 0`;
  }),
].join('');

const corner = [24, width - 24].flatMap((x) => [24, 150, 276, 402, 528].map((y) => star(x, y, 15))).join('');
const lintel = [132, 240, 348].map((x) => star(x, 24, 15)).join('');
const skyStars = [
  [150, 300],
  [196, 236],
  [322, 262],
  [300, 350],
  [170, 372],
]
  .map(([x, y]) => compass(x as number, y as number, 6))
  .join('');

export const gatewayPaints = `<linearGradient id="gateway-sky" x2="0" y2="1"><stop offset=".05" stop-color="#0b1b3f"/><stop offset=".4" stop-color="#1f4fbf"/><stop offset=".57" stop-color="#3fa3ad"/><stop offset=".7" stop-color="#f7cf7d"/></linearGradient><linearGradient id="gateway-globe" x2="0" y2="1"><stop stop-color="#12357f"/><stop offset="1" stop-color="#0b1b3f"/></linearGradient><clipPath id="gateway-opening"><path d="${opening}"/></clipPath>`;

export const gateway = `<symbol id="d-gateway" viewBox="0 0 ${width} ${height}"><path d="M0 0H${width}V${height}H0Z" fill="#0d2a5e"/><path d="M0 0H${width}V${height}H0Z" fill="url(#lattice-fine)" opacity=".55"/><path d="M48 48H432V${height}H48Z" fill="#123a86"/><path d="M48 48H432V${height}H48Z" fill="url(#lattice-fine)" opacity=".8"/><path d="M48 ${height}V48H432V${height}M1.5 ${height}V1.5H${width - 1.5}V${height}" fill="none" stroke="#f4a91f" stroke-width="3"/><path d="${corner}${lintel}" fill="#0b1b3f" stroke="#f4a91f" stroke-width="1.5"/><path d="${rim}" fill="#0b1b3f" stroke="#f4a91f" stroke-width="3"/><g clip-path="url(#gateway-opening)"><path d="M80 80H400V${height}H80Z" fill="url(#gateway-sky)"/><path d="${skyStars}" fill="#fff" opacity=".85"/><path d="${compass(240, 232, 62)}" fill="#f4a91f"/><path d="M240 170V232L249.2 209.8Z M302 232H240L262.2 241.2Z M240 294V232L230.8 254.2Z M178 232H240L217.8 222.8Z" fill="#c97f08"/><circle cx="240" cy="640" r="250" fill="url(#gateway-globe)"/><path d="${globe}" fill="none" stroke="#8fd0d4" stroke-opacity=".5" stroke-width="1.2"/><path d="M318 498C300 372 190 352 138 470M318 498C300 436 254 420 214 488" fill="none" stroke="#fff" stroke-width="2.5" stroke-dasharray="2 8" stroke-linecap="round"/><g fill="#f4a91f" stroke="#0b1b3f" stroke-width="2"><circle cx="318" cy="498" r="8"/><circle cx="138" cy="470" r="6"/><circle cx="214" cy="488" r="6"/></g><path d="M-13-3.5-4-2 3-11H7L4-2 12-1.5C16-1 16 1 12 1.5L4 2 7 11H3L-4 2-13 3.5-10.5 0Z" transform="translate(244 391) rotate(190)" fill="#fff"/></g></symbol>`;
