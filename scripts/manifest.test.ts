import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readDist } from '../server/pages/dist.ts';
import { exampleFiles, removeDists, writeDist } from '../tests/example-dist.ts';
import { fingerprint, manifestFor, placeholderLinks, whyBuild, writeManifest } from './manifest.ts';

afterAll(removeDists);

describe('the fingerprint of the sources', () => {
  const project = mkdtempSync(join(tmpdir(), 'project-'));
  const write = (name: string, text: string) => {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  };
  const sources = [
    'content/uz.json',
    'contract/a.ts',
    'site/a.tsx',
    'prerender/a.ts',
    'vite.config.ts',
    'package-lock.json',
  ];
  const tools = ['build.ts', 'build/a.ts', 'hosting/a.ts', 'manifest.ts'].map((name) => `scripts/${name}`);
  for (const name of [...sources, ...tools, 'server/pages/a.ts']) write(name, name);
  const first = fingerprint({}, project);

  test('is the same for a copy, whose file times are new', () => {
    const copy = mkdtempSync(join(tmpdir(), 'copy-'));
    cpSync(project, copy, { recursive: true });
    expect(fingerprint({}, copy)).toBe(first);
  });

  test('changes with a word of the content, and back', () => {
    write('content/uz.json', 'another word');
    expect(fingerprint({}, project)).not.toBe(first);
    write('content/uz.json', 'content/uz.json');
    expect(fingerprint({}, project)).toBe(first);
  });

  test('changes with what the build takes from the environment, not with the rest', () => {
    expect(fingerprint({ SITE_URL: 'https://example.uz' }, project)).not.toBe(first);
    expect(fingerprint({ PORT: '1' }, project)).toBe(first);
  });

  test('does not care about tests and other programs', () => {
    write('site/a.test.tsx', 'x');
    write('server/main.ts', 'x');
    expect(fingerprint({}, project)).toBe(first);
  });
});

describe('a build is needed', () => {
  test('when there is none, or one that was broken off before its end', () => {
    expect(whyBuild('/nowhere/dist')).toContain('no finished build');
    expect(whyBuild(writeDist({ 'index.html': '' }))).toContain('no finished build');
  });

  test('when it was made from other sources or with other settings, and not otherwise', () => {
    const dist = writeDist(exampleFiles);
    expect(whyBuild(dist)).toContain('sources have changed');
    writeManifest(dist, manifestFor());
    expect(whyBuild(dist)).toBeUndefined();
    expect(whyBuild(dist, { SITE_URL: 'https://example.uz' })).toContain('sources have changed');
  });
});

test('links that still lead to example.com are known by name', () => {
  const links = {
    form: 'https://example.com/form',
    email: 'info@example.com',
    admin: 'https://t.me/example.community',
  };
  expect(placeholderLinks(links)).toEqual(['form', 'email']);
});

test('a site built for a hosted project may call it, and without script write a mail', () => {
  const dist = writeDist(exampleFiles);
  writeManifest(dist, manifestFor({ PUBLIC_SUPABASE_URL: 'https://project.supabase.co/' }));
  expect(readDist(dist).manifest).toMatchObject({
    connect: ['https://project.supabase.co'],
    formAction: ['mailto:'],
  });
});
