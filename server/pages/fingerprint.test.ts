import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

const project = mkdtempSync(join(tmpdir(), 'project-'));
const write = (name: string, text: string) => {
  mkdirSync(join(project, name, '..'), { recursive: true });
  writeFileSync(join(project, name), text);
};
const tools = ['build.ts', 'build/a.ts', 'build-info.ts'].map((name) => `scripts/${name}`);
const sources = [
  'content/uz.json',
  'contract/a.ts',
  'prerender/a.ts',
  'site/a.tsx',
  'inbox/a.tsx',
  'server/pages/a.ts',
];
for (const name of [...sources, ...tools, 'vite.config.ts', 'package-lock.json']) write(name, name);
const first = fingerprint(project);
afterAll(() => rmSync(project, { recursive: true }));

describe('the fingerprint of the sources', () => {
  test('changes when a word of the content changes, and back with it', () => {
    write('content/uz.json', 'another word');
    expect(fingerprint(project)).not.toBe(first);
    write('content/uz.json', 'content/uz.json');
    expect(fingerprint(project)).toBe(first);
  });

  test('ignores tests and the rest of the server', () => {
    write('site/a.test.tsx', 'x');
    write('server/main.ts', 'x');
    expect(fingerprint(project)).toBe(first);
  });
});
