import { star } from './geometry.ts';

/**
 * Star-and-cross tiling: stars on a square grid touch at their points. Two outlines a little apart read as one strap. A
 * pattern has the colours of where it is defined; where it is used, only the opacity can be set.
 */
const cell = 88;
const centre = cell / 2;
const outlines = [centre, centre - 7, centre * 0.42].map((radius) => star(centre, centre, radius)).join('');

/** For backgrounds. */
export const lattice = `<pattern id="lattice" width="${cell}" height="${cell}" patternUnits="userSpaceOnUse"><path d="${outlines}" fill="none" stroke="#3fb8b0" stroke-linejoin="round"/></pattern>`;

/** For the head of a package. */
export const fineLattice = '<pattern id="lattice-fine" href="#lattice" patternTransform="scale(.4545)"/>';
