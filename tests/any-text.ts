import fc, { type StringConstraints } from 'fast-check';

/** Any text that Unicode knows, without halves of surrogate pairs. fast-check's own `unit: 'binary'` takes seconds to start. */
export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: character });

const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
