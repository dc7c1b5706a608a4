import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { links } from '#content/links.ts';
import { readBuildInfo } from '#server/pages/dist.ts';
import { exampleFiles, writeDist } from '#tests/example-dist.ts';
import { rebuildReason, writeBuildInfo } from './build-info.ts';

test('a build is needed if there is none, or if its sources or settings have changed', () => {
  expect(rebuildReason('/nowhere/dist')).toContain('no finished build');
  const dist = writeDist(exampleFiles);
  expect(rebuildReason(dist)).toContain('sources have changed');
  writeBuildInfo(dist);
  expect(rebuildReason(dist)).toBeUndefined();
  expect(rebuildReason(dist, { SITE_URL: 'https://example.uz' })).toContain('SITE_URL');
});

test('build-info.json names the commit', () => {
  const dist = writeDist(exampleFiles);
  writeBuildInfo(dist);
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  expect(stdout).toContain(readBuildInfo(dist)?.commit);
});

test('build-info.json lists the links on example.com', () => {
  const dist = writeDist(exampleFiles);
  writeBuildInfo(dist);
  const examples = Object.entries(links).filter(([, link]) => link.includes('example.com'));
  expect(readBuildInfo(dist)?.placeholderLinks).toEqual(examples.map(([name]) => name));
});

test('a site built for a Supabase project may connect to it and open a mail program', () => {
  const dist = writeDist(exampleFiles);
  writeBuildInfo(dist, { PUBLIC_SUPABASE_URL: 'https://project.supabase.co/' });
  expect(readBuildInfo(dist)).toMatchObject({
    connect: ['https://project.supabase.co'],
    formAction: ['mailto:'],
  });
});
