import { afterAll, describe, expect, test } from 'vitest';
import { links } from '../content/links.ts';
import { readManifest } from '../server/pages/dist.ts';
import { exampleFiles, removeDists, writeDist } from '../tests/example-dist.ts';
import { rebuildReason, writeManifest } from './manifest.ts';

afterAll(removeDists);

describe('a build is needed', () => {
  test('when there is none, or one without an end', () => {
    expect(rebuildReason('/nowhere/dist')).toContain('no finished build');
    expect(rebuildReason(writeDist({ 'index.html': '' }))).toContain('no finished build');
  });

  test('when it was made from other sources or with other settings, and not otherwise', () => {
    const dist = writeDist(exampleFiles);
    expect(rebuildReason(dist)).toContain('sources have changed');
    writeManifest(dist);
    expect(rebuildReason(dist)).toBeUndefined();
    expect(rebuildReason(dist, { SITE_URL: 'https://example.uz' })).toContain('SITE_URL');
  });
});

test('the manifest names links that still lead to example.com', () => {
  const dist = writeDist(exampleFiles);
  writeManifest(dist);
  const examples = Object.entries(links).filter(([, link]) => link.includes('example.com'));
  expect(readManifest(dist)?.placeholderLinks).toEqual(examples.map(([name]) => name));
});

test('a site built for a hosted project may call it, and without script write a mail', () => {
  const dist = writeDist(exampleFiles);
  writeManifest(dist, { PUBLIC_SUPABASE_URL: 'https://project.supabase.co/' });
  expect(readManifest(dist)).toMatchObject({
    connect: ['https://project.supabase.co'],
    formAction: ['mailto:'],
  });
});
