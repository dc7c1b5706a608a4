import fc, { type StringConstraints } from 'fast-check';

/**
 * Any text that Unicode knows, halves of pairs excepted. As `unit: 'binary'` is; but that one begins by listing a million
 * characters, which takes seconds in every process.
 */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: character });

const halves = { first: 0xd800, last: 0xdfff };
const number = fc.oneof(
  { weight: halves.first, arbitrary: fc.integer({ min: 0, max: halves.first - 1 }) },
  { weight: 0x10ffff - halves.last, arbitrary: fc.integer({ min: halves.last + 1, max: 0x10ffff }) },
);
const character = number.map(
  (code) => String.fromCodePoint(code),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('Not one character');
    return code;
  },
);
