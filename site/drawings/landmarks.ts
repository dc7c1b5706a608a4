import { arch } from './geometry.ts';

/** Where the journey begins and ends. Each stands on (0, 0). */
const sand = '#f3dcae';
const marble = '#fff6e3';
const night = '#0b1b3f';

/** Rows of windows or columns: dashes of a thick line. */
const rows = (d: string, height: number, dashes: string) =>
  `<path d="${d}" stroke="${night}" stroke-opacity=".5" stroke-width="${height}" stroke-dasharray="${dashes}"/>`;

const dome = (x: number) =>
  `M${x - 10}-34V-44C${x - 14}-58 ${x - 5}-62 ${x}-71C${x + 5}-62 ${x + 14}-58 ${x + 10}-44V-34ZM${x}-44V-70`;
const minaret = (x: number) =>
  `M${x - 5} 0 ${x - 3.5}-72H${x + 3.5}L${x + 5} 0ZM${x - 6}-72H${x + 6}L${x + 3}-79H${x - 3}Z`;
const windows = [-38, -30, 27, 35].map((x) => `M${x}-5v-16h4v16Z`).join('');

/** A madrasa of the Registan: its domes, walls and minarets, portal, and what is dark. */
const samarkand = `<path d="${dome(-32)}${dome(32)}" fill="#25aaa6" stroke="#15787c"/><path d="M-44 0V-34H44V0Z" fill="#dfbf83"/><path d="${minaret(-52)}${minaret(52)}M-24 0V-62H24V0Z" fill="${sand}"/><path d="${arch(-15, 0, 30, 50, 26)}Z" fill="#1f4fbf" stroke="#1f8f94" stroke-width="3"/><path d="${arch(-8, 0, 16, 30, 16)}Z${windows}" fill="${night}"/>`;

const pisa = `<path d="M-12 0V-62H12V0ZM-8-62V-74H8V-62Z" fill="${marble}"/>${rows('M-10.5-14H12M-10.5-26H12M-10.5-38H12M-10.5-50H12M-6.5-67H8', 7, '2.6 2')}<path d="M-14-20H14M-14-32H14M-14-44H14M-14-56H14M-10-74H10" stroke="#d9c08e" stroke-width="1.5"/>`;

const capitol = `<path d="M-44 0V-20H-20V-24L0-33 20-24V-20H44V0ZM-15-26V-42H15V-26ZM-16-44C-16-62-8-68 0-69C8-68 16-62 16-44ZM-4-69V-77H4V-69ZM-1-77V-86H1V-77Z" fill="${marble}"/>${rows('M-40-9H-20M21-9H42M-15-11H16M-12-36H13', 12, '2.6 2.4')}`;

export const landmarks = `<g id="d-samarkand" fill="none">${samarkand}</g><g id="d-pisa" transform="rotate(6)">${pisa}</g><g id="d-capitol">${capitol}</g>`;

export const plane = 'M-13-3.5-4-2 3-11H7L4-2 12-1.5C16-1 16 1 12 1.5L4 2 7 11H3L-4 2-13 3.5-10.5 0Z';
