import { star } from './geometry.ts';

const centre = 200;
const circle = (r: number) =>
  `M${centre - r} ${centre}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0`;

/** The circle of six stars, one for each step of the process: by a sixth of a turn the next one comes to the right. */
const steps = Array.from({ length: 6 }, (_, step) => {
  const [x, y] = [Math.cos, Math.sin].map((along) => centre + Math.round(174 * along((step * Math.PI) / 3)));
  return star(x as number, y as number, 13);
});

export const astrolabe = `<path d="${circle(196)}${circle(174)}" stroke="currentColor" stroke-width="1.2"/><path d="${circle(185)}" stroke="currentColor" stroke-width="12" stroke-dasharray="1 2.5" pathLength="630" stroke-opacity=".55"/><path d="${star(centre, centre, 136)}${star(centre, centre, 124)}" stroke="currentColor" stroke-opacity=".4"/><circle cx="${centre}" cy="${centre}" r="150" stroke="currentColor" stroke-width="3" stroke-dasharray="0 1" stroke-linecap="round" pathLength="60"/><path d="${steps.join('')}" fill="#0b1b3f" stroke="#f4a91f" stroke-width="2"/>`;
