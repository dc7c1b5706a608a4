/**
 * No regular expression of ours can be made to backtrack without end. One that matched a space in two ways once let
 * 395 bytes stop the server for good; nobody sees that by reading, so a checker reads every one of them.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

type Expression = { file: string; source: string; flags: string };

/** Where visitors' bytes go: the service, the contract, the page, the inbox. */
const visitorsReach = ['{server,contract,site,inbox}/**/*.{ts,tsx}'];
/** Reads what the build has written, and nothing else. */
const ownTextOnly = ['server/pages/inline.ts'];

const root = join(import.meta.dirname, '..');
const files = globSync(visitorsReach, { cwd: root, exclude: ['**/*.test.*', ...ownTextOnly] });
const read = files.map((file) => expressionsIn(file, readFileSync(join(root, file), 'utf8')));
const expressions = read.flatMap(({ literals }) => literals);

/** Every expression written down in a file, and every place that puts one together at run time. */
function expressionsIn(file: string, code: string) {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const literals: Expression[] = [];
  const puzzles: string[] = [];
  JSON.stringify(program, (_, node) => {
    if (node?.type === 'Literal' && node.regex)
      literals.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    if (/^(New|Call)Expression$/.test(node?.type) && node.callee.name === 'RegExp')
      puzzles.push(`${file}: ${code.slice(node.start, node.end)}`);
    return typeof node === 'bigint' ? String(node) : node;
  });
  return { literals, puzzles };
}

// Counted in characters, not in milliseconds: on a busy machine the checker's clocks run out before it has read anything, and
// it calls a sound expression polynomial, or knows nothing.
const patient = { timeout: null, attackTimeout: null, incubationTimeout: null };

const verdict = async ({ source, flags }: Pick<Expression, 'source' | 'flags'>) => {
  const found = await check(source, flags, patient);
  return found.status === 'vulnerable' ? found.complexity.summary : found.status;
};

describe('the check', () => {
  test('finds expressions wherever they stand, and those put together at run time', () => {
    const code = 'const a = /b+/g; export const f = (x: string) => x.split(/c/).map((d) => new RegExp(d));';
    const { literals, puzzles } = expressionsIn('example.ts', code);
    expect(literals.map(({ source, flags }) => source + flags)).toEqual(['b+g', 'c']);
    expect(puzzles).toEqual(['example.ts: new RegExp(d)']);
    expect(files).toEqual(expect.arrayContaining(['server/main.ts', 'contract/submission.ts']));
    expect(expressions.length).toBeGreaterThan(20);
  });

  test('knows the one that stopped the server', async () => {
    const source = String.raw`^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: ?[ -~]*\r\n)+)\r\n$`;
    expect(await verdict({ source, flags: '' })).toBe('exponential');
  });
});

test('no expression is put together at run time, where nobody could check it', () => {
  expect(read.flatMap(({ puzzles }) => puzzles)).toEqual([]);
});

test.each(expressions)('$file: /$source/$flags reads its input once', async (expression) => {
  expect(await verdict(expression)).toBe('safe');
});
