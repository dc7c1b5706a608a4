/** The frieze of the Italy card: Roman arches, as a pattern for any width. */
const bay = 64;
const height = 96;
const radius = 20;
const [left, spring] = [bay / 2 - radius, 24 + radius];

const opening = `M${left} ${height}V${spring}a${radius} ${radius} 0 0 1 ${radius * 2} 0V${height}`;
const moulding = `M${left - 5} ${height}V${spring}a${radius + 5} ${radius + 5} 0 0 1 ${radius * 2 + 10} 0V${height}`;

export const arches = `<pattern id="arches" width="${bay}" height="${height}" patternUnits="userSpaceOnUse"><path d="M0 2h${bay}M0 9h${bay}" stroke="#8ad4ca" stroke-width="1.5"/><path d="${moulding}" fill="none" stroke="#8ad4ca"/><path d="${opening}" fill="#063f43" stroke="#8ad4ca" stroke-width="1.5"/></pattern>`;
