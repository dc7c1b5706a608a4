/**
 * `npm run build`: makes dist/ (or the directory named as argument) with the browser's files, every page in every
 * language as finished HTML, the pictures, what search engines look for, and the inbox.
 */
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultLanguage, type Language, languageCodes } from '../contract/languages.ts';
import { htmlDocument } from '../prerender/document.ts';
import { errorHeadTags, headTags } from '../prerender/head/head.ts';
import { structuredData } from '../prerender/head/structured-data.ts';
import { withOrigin } from '../prerender/origin.ts';
import { drawPictures } from '../prerender/pictures/pictures.ts';
import { rootFiles } from '../prerender/root-files/root-files.ts';
import { retentionDays } from '../server/config.ts';
import { EnvironmentReader } from '../server/environment.ts';
import { blockedAttributes } from '../server/pages/inline.ts';
import type { Texts } from '../site/i18n/texts.ts';
import { type PageName, pageNames } from '../site/pages/names.ts';
import { bundleForBrowser, bundleInbox, bundleInline, loadPrerender } from './build/bundles.ts';
import { compressFiles } from './build/compress.ts';
import { contentMistakes, readContent } from './build/content-mistakes.ts';
import { writeNetlifyFiles } from './build/netlify.ts';
import { writeManifest } from './manifest.ts';

const place = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
/** Built beside its place: a server that starts meanwhile, or after a build that failed, finds the old site whole. */
const dist = `${place}.new`;

const siteUrl = checkSettings();
checkContent();
// Under any other value (a test runner sets one) Vite takes React's development version.
process.env.NODE_ENV = 'production';
const [{ css, font, scriptsOf }, early, afterPaint, { render, renderError }] = await Promise.all([
  bundleForBrowser(dist),
  bundleInline('site/early/early.ts'),
  bundleInline('site/early/after-paint.ts'),
  loadPrerender(),
]);

const landingTexts = {} as Record<Language, Texts>;
for (const page of pageNames) {
  for (const language of languageCodes) {
    const { body, texts } = await render(page, language);
    const html = htmlDocument({
      language,
      page,
      head: headTags(page, language, texts),
      body,
      css,
      font,
      early,
      afterPaint,
      scripts: scriptsOf(page, language),
      structuredData: structuredData(page, language, texts),
    });
    await write(fileOf(page, language), html);
    if (page === 'landing') landingTexts[language] = texts;
  }
}
const errorPage = { head: errorHeadTags('500'), body: renderError('500 Internal Server Error'), css };
await write('500.html', htmlDocument({ language: 'en', page: 'error', ...errorPage }));

const others = { ...rootFiles(landingTexts), ...(await drawPictures(landingTexts)) };
for (const [path, content] of Object.entries(others)) await write(path, content);
// A static host has no server for the inbox.
if (!process.env.PUBLIC_SUPABASE_URL) await bundleInbox(dist);
await compressFiles(dist);
writeManifest(dist);
writeNetlifyFiles(dist);
await takePlace();

async function write(path: string, content: string | Buffer): Promise<void> {
  const finished = typeof content === 'string' ? withOrigin(path, content, siteUrl ?? undefined) : content;
  if (finished === undefined) return;
  const [blocked] = path.endsWith('.html') ? blockedAttributes(String(finished)) : [];
  if (blocked) endWith([`${path} has an attribute that the security policy blocks: ${blocked}`]);
  await writeFile(join(dist, path), finished);
}

async function takePlace(): Promise<void> {
  const old = `${place}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, old);
  await rename(dist, place);
  await rm(old, { recursive: true, force: true });
}

function fileOf(page: PageName, language: Language): string {
  const name = { landing: 'index', privacy: 'privacy', terms: 'terms', 'not-found': '404' }[page];
  return language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`;
}

function checkSettings(): string | null {
  const read = new EnvironmentReader(process.env);
  const siteUrl = read.origin('SITE_URL');
  retentionDays(read);
  endWith(read.errors);
  if (!siteUrl) {
    console.log('SITE_URL is not set: the pages have no absolute URLs for search engines and messengers.');
  }
  return siteUrl;
}

function checkContent(): void {
  try {
    const mistakes = contentMistakes(readContent());
    for (const { sentence, isWarning } of mistakes)
      if (isWarning) console.warn(`${sentence} Until then the page shows the key.`);
    endWith(mistakes.filter(({ isWarning }) => !isWarning).map(({ sentence }) => sentence));
  } catch (error) {
    endWith([(error as Error).message]);
  }
}

function endWith(mistakes: string[]): void {
  if (mistakes.length === 0) return;
  console.error(mistakes.join('\n'));
  process.exit(1);
}
