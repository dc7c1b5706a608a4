import { star } from './geometry.ts';

/** Glazed tiles: turquoise stars with saffron hearts between lapis crosses. One tile, so that it is cheap to paint. */
const size = 40;
const layer = (share: number, paint: string) =>
  `<path d="${star(size / 2, size / 2, (size / 2) * share)}" ${paint}/>`;
/** Where four tiles meet. */
const joints = [0, size].flatMap((x) => [0, size].map((y) => `M${x - 4} ${y}l4-4 4 4-4 4Z`)).join('');

export const tiles = `<pattern id="tiles" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><path d="M0 0H${size}V${size}H0Z" fill="#1a48a6"/>${layer(1, 'fill="#0c7f84" stroke="#9fdcd6"')}${layer(0.6, 'fill="#0b2a66" stroke="#49b7b3"')}${layer(0.26, 'fill="#f4a91f"')}<path d="${joints}" fill="#9fdcd6"/></pattern><pattern id="tiles-fine" href="#tiles" patternTransform="scale(.5)"/>`;
