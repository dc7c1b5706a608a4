import { arch, compass } from './geometry.ts';

/** The head of a package: the arch of a gate between tiled spandrels. Its paints are set where it is used. */
const spandrels = `${arch(0, 104, 320, 94, 94)}V0H0Z`;
export const portal = `<path d="${spandrels}" fill="currentColor"/><path class="tiled" d="${spandrels}" stroke="var(--edge)" stroke-width="2.5"/>`;

/** The gate in small, with room for words. */
export const niche = `<path d="M1.5 1.5H318.5V345H1.5Z" fill="url(#tiles-fine)" stroke="#f4a91f" stroke-width="3"/><path d="${arch(30, 345, 260, 309, 150)}Z" fill="url(#gateway-globe)" stroke="#f4a91f" stroke-width="3"/><path d="${compass(160, 104, 36)}" fill="#f4a91f"/>`;
