import { afterAll, describe, expect, test } from 'vitest';
import { readDist } from '../server/pages/dist.ts';
import { exampleFiles, removeDists, writeDist } from '../tests/example-dist.ts';
import { manifestFor, placeholderLinks, placeholderProvider, whyBuild, writeManifest } from './manifest.ts';

afterAll(removeDists);

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
    expect(whyBuild(dist, { SITE_URL: 'https://example.uz' })).toContain('SITE_URL');
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

test('what is still an example of who is responsible is known by name', () => {
  const details = {
    name: 'Example Provider LLC',
    address: 'Tashkent, Navoiy 1',
    hosting: 'Examplehost GmbH',
  };
  expect(placeholderProvider(details)).toEqual(['name']);
});

test('the manifest says how long the privacy page says leads are kept', () => {
  expect(manifestFor({ RETENTION_DAYS: '365' }).settings?.RETENTION_DAYS).toBe('365');
  expect(manifestFor({}).settings?.RETENTION_DAYS).toBe('');
});

test('a site built for a hosted project may call it, and without script write a mail', () => {
  const dist = writeDist(exampleFiles);
  writeManifest(dist, manifestFor({ PUBLIC_SUPABASE_URL: 'https://project.supabase.co/' }));
  expect(readDist(dist).manifest).toMatchObject({
    connect: ['https://project.supabase.co'],
    formAction: ['mailto:'],
  });
});
