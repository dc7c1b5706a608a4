import { star } from './geometry.ts';

/**
 * Star-and-cross tiling: stars on a square grid touch at their points. Two outlines a little apart read as one strap. A
 * pattern has the colours of where it is defined; where it is used, only the opacity can be set.
 */
function tiling(id: string, cell: number, strap: number): string {
  const centre = cell / 2;
  const outlines = [centre, centre - strap, centre * 0.42]
    .map((radius) => star(centre, centre, radius))
    .join('');
  return `<pattern id="${id}" width="${cell}" height="${cell}" patternUnits="userSpaceOnUse"><path d="${outlines}" fill="none" stroke="#3fb8b0" stroke-width="${cell / 88}" stroke-linejoin="round"/></pattern>`;
}

/** One for backgrounds, a finer one for the gateway. */
export const lattices = tiling('lattice', 88, 7) + tiling('lattice-fine', 44, 5);
