/**
 * `npm run build`: makes dist/ (or the directory named as argument) with the browser's files, every page in every
 * language as finished HTML, the pictures, what search engines look for, and the inbox.
 */
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '../content/content.ts';
import { type Language, languageCodes } from '../contract/languages.ts';
import { drawPictures } from '../prerender/pictures/pictures.ts';
import { retentionDays } from '../server/config.ts';
import { EnvironmentReader } from '../server/environment.ts';
import { blockedAttributes } from '../server/pages/inline.ts';
import type { Texts } from '../site/i18n/texts.ts';
import { bundleForBrowser, bundleInbox, bundleInline, bundlePrerender } from './build/bundles.ts';
import { compressFiles } from './build/compress.ts';
import { contentMistakes, readContent } from './build/content-mistakes.ts';
import { writeNetlifyFiles } from './build/netlify.ts';
import { writeManifest } from './manifest.ts';

const place = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
/** Built beside its place: a server that starts meanwhile, or after a build that failed, finds the old site whole. */
const dist = `${place}.new`;

const siteUrl = checkSettings();
const content = checkContent();
// Under any other value (a test runner sets one) Vite takes React's development version.
process.env.NODE_ENV = 'production';
const [browser, early, afterPaint] = await Promise.all([
  bundleForBrowser(dist),
  bundleInline('site/early/early.ts'),
  bundleInline('site/early/after-paint.ts'),
]);
const assets = { ...browser, early, afterPaint };
const prerender = join(dist, 'prerender');
const { renderSite, textsOf } = await bundlePrerender(prerender);
await writeFile(join(prerender, 'assets.json'), JSON.stringify({ siteUrl, ...assets }));
const texts = Object.fromEntries(languageCodes.map((code) => [code, textsOf(content, 'landing', code)]));
const files = {
  ...(await renderSite(content, assets, siteUrl)),
  ...(await drawPictures(texts as Record<Language, Texts>)),
};
for (const [path, file] of Object.entries(files)) await write(path, file);
// A static host has no server for the inbox, and none that renders.
if (process.env.PUBLIC_SUPABASE_URL) await rm(prerender, { recursive: true });
else await bundleInbox(dist);
await compressFiles(dist);
writeManifest(dist);
writeNetlifyFiles(dist);
await takePlace();

async function write(path: string, content: string | Buffer): Promise<void> {
  const [blocked] = path.endsWith('.html') ? blockedAttributes(String(content)) : [];
  if (blocked) endWith([`${path} has an attribute that the security policy blocks: ${blocked}`]);
  await writeFile(join(dist, path), content);
}

async function takePlace(): Promise<void> {
  const old = `${place}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, old);
  await rename(dist, place);
  await rm(old, { recursive: true, force: true });
}

function checkSettings(): string | null {
  const read = new EnvironmentReader(process.env);
  const siteUrl = read.origin('SITE_URL');
  retentionDays(read);
  if (read.errors.length > 0) endWith(read.errors);
  if (!siteUrl) {
    console.log('SITE_URL is not set: the pages have no absolute URLs for search engines and messengers.');
  }
  return siteUrl;
}

function checkContent(): Content {
  try {
    const content = readContent();
    const mistakes = contentMistakes(content);
    for (const { sentence, isWarning } of mistakes)
      if (isWarning) console.warn(`${sentence} Until then the page shows the key.`);
    const errors = mistakes.filter(({ isWarning }) => !isWarning);
    if (errors.length > 0) endWith(errors.map(({ sentence }) => sentence));
    return content;
  } catch (error) {
    return endWith([(error as Error).message]);
  }
}

function endWith(mistakes: string[]): never {
  console.error(mistakes.join('\n'));
  process.exit(1);
}
