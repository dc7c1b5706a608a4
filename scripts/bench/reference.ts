/**
 * The floor: the landing page's own words as bare HTML, without script, font or picture, sent by the same code as
 * the site. What this page costs on a phone is what any page of so many words must cost; the site is measured
 * against it in the same run. `node scripts/bench/reference.ts PORT` serves it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import english from '../../content/en.json' with { type: 'json' };
import { escapeMarkup } from '../../prerender/head/markup.ts';
import { createPages } from '../../server/pages/pages.ts';
import { compressFiles } from '../build/compress.ts';

const css =
  'body{max-width:40rem;margin:0 auto;padding:1rem;font:1.0625rem/1.55 system-ui,sans-serif;color:#14213d;background:#fbf6ec}';

/** Every text of a part of the dictionary, in order. */
function texts(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return part && typeof part === 'object' ? Object.values(part).flatMap(texts) : [];
}

function referencePage(): string {
  const { hero, ...parts } = english;
  const paragraphs = (part: unknown) => texts(part).map((text) => `<p>${escapeMarkup(text)}</p>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Reference</title><meta name="description" content="Reference"><style>${css}</style></head><body><main>`,
    `<h1>${escapeMarkup(`${hero.titleFirst} ${hero.titleSecond}`)}</h1>`,
    ...[hero, ...Object.values(parts)].flatMap(paragraphs),
    '</main></body></html>',
  ].join('');
}

if (import.meta.main) {
  const dist = mkdtempSync(join(tmpdir(), 'reference-'));
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }));
  process.once('SIGTERM', () => process.exit());
  for (const name of ['index', '404', '500']) writeFileSync(join(dist, `${name}.html`), referencePage());
  await compressFiles(dist);
  const pages = createPages({ distDir: dist, log: console });
  createServer((request, response) => {
    if (!pages(request, response)) response.writeHead(404).end();
  }).listen(Number(process.argv[2]));
}
