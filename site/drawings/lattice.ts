import { star } from './geometry.ts';

/**
 * Star-and-cross tiling: stars on a square grid touch at their points, and what is left between four of them
 * is a cross. Two outlines a little apart read as one strap. A pattern takes its colours from where it is
 * defined, not from where it is used, so those who use it set only their opacity.
 */
function tiling(id: string, cell: number, strap: number): string {
  const centre = cell / 2;
  const outlines = [centre, centre - strap, centre * 0.42]
    .map((radius) => star(centre, centre, radius))
    .join('');
  return `<pattern id="${id}" width="${cell}" height="${cell}" patternUnits="userSpaceOnUse"><path d="${outlines}" fill="none" stroke="#3fb8b0" stroke-width="${cell / 88}" stroke-linejoin="round"/></pattern>`;
}

/** The wide one lies behind whole sections, the fine one fills the portal's tiled band. */
export const lattices = tiling('lattice', 88, 7) + tiling('lattice-fine', 44, 5);
