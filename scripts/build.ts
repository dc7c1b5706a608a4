/**
 * `npm run build`: writes dist/, or the directory given as an argument: scripts, every page in every language as finished HTML,
 * pictures, files for search engines, and the inbox.
 */
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '#content/content.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { drawPictures } from '#prerender/pictures/pictures.ts';
import { retentionDays } from '#server/config/config.ts';
import { EnvironmentReader } from '#server/config/environment.ts';
import { blockedAttributes } from '#server/pages/inline.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { bundleForBrowser, bundleInbox, bundleInline, bundlePrerender } from './build/bundles.ts';
import { compressFiles } from './build/compress.ts';
import { contentProblems, readContent } from './build/content-problems.ts';
import { writeNetlifyFiles } from './build/netlify.ts';
import { supabaseProject } from './build/supabase-project.ts';
import { writeBuildInfo } from './build-info.ts';

const target = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
/** Swapped in at the end, so that a failed build leaves the old site. */
const dist = `${target}.new`;

const siteUrl = checkSettings();
const content = checkContent();
// With any other value (a test runner sets one) Vite bundles React's development version.
process.env.NODE_ENV = 'production';
const [browser, early, atEnd] = await Promise.all([
  bundleForBrowser(dist),
  bundleInline('site/early/early.ts'),
  bundleInline('site/early/at-end.ts'),
]);
const assets = { ...browser, early, atEnd };
const prerender = join(dist, 'prerender');
const { renderSite, textsOf } = await bundlePrerender(prerender);
await writeFile(join(prerender, 'assets.json'), JSON.stringify({ siteUrl, ...assets }));
const texts = Object.fromEntries(languageCodes.map((code) => [code, textsOf(content, 'landing', code)]));
const files = {
  ...(await renderSite(content, assets, siteUrl)),
  ...(await drawPictures(texts as Record<Language, Texts>)),
};
for (const [path, file] of Object.entries(files)) await write(path, file);
// A static site has no server for the inbox or for rendering.
if (process.env.PUBLIC_SUPABASE_URL) await rm(prerender, { recursive: true });
else await bundleInbox(dist);
await compressFiles(dist);
writeBuildInfo(dist);
writeNetlifyFiles(dist);
await swapIn();

async function write(path: string, body: string | Buffer): Promise<void> {
  const [blocked] = path.endsWith('.html') ? blockedAttributes(String(body)) : [];
  if (blocked) fail([`${path} has an attribute that the security policy blocks: ${blocked}`]);
  await writeFile(join(dist, path), body);
}

async function swapIn(): Promise<void> {
  const old = `${target}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(target)) await rename(target, old);
  await rename(dist, target);
  await rm(old, { recursive: true, force: true });
}

function checkSettings(): string | null {
  const read = new EnvironmentReader(process.env);
  const siteUrl = read.origin('SITE_URL');
  retentionDays(read);
  try {
    supabaseProject(process.env);
  } catch (error) {
    read.addError((error as Error).message);
  }
  if (read.errors.length > 0) fail(read.errors);
  if (!siteUrl) {
    console.log('SITE_URL is not set: the pages have no absolute URLs for search engines and messengers.');
  }
  return siteUrl;
}

function checkContent(): Content {
  try {
    const content = readContent();
    const problems = contentProblems(content);
    for (const { message, isWarning } of problems)
      if (isWarning) console.warn(`${message} Until then the page shows the key.`);
    const errors = problems.filter(({ isWarning }) => !isWarning);
    if (errors.length > 0) fail(errors.map(({ message }) => message));
    return content;
  } catch (error) {
    return fail([(error as Error).message]);
  }
}

function fail(messages: string[]): never {
  console.error(messages.join('\n'));
  process.exit(1);
}
