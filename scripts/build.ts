/**
 * `npm run build`: makes dist/ (or the directory named as argument) of the browser's files, every page in every
 * language as finished HTML, the pictures, what search engines and hosts look for, and the provider's inbox.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultLanguage, type Language, languageCodes } from '../contract/languages.ts';
import { htmlDocument } from '../prerender/document.ts';
import { errorHeadTags, headTags } from '../prerender/head/head.ts';
import { structuredData } from '../prerender/head/structured-data.ts';
import { drawPictures } from '../prerender/pictures/pictures.ts';
import { rootFiles } from '../prerender/root-files/root-files.ts';
import { retentionDays } from '../server/config.ts';
import { EnvironmentReader } from '../server/environment.ts';
import { readDist } from '../server/pages/dist.ts';
import { blockedAttributes } from '../server/pages/inline.ts';
import { withOrigin } from '../server/pages/origin.ts';
import type { Texts } from '../site/i18n/texts.ts';
import { type PageName, pageNames } from '../site/pages/names.ts';
import { bundleForBrowser, bundleInbox, bundleInline, loadPrerender } from './build/bundles.ts';
import { contentMistakes, readContent, untranslated } from './build/content-mistakes.ts';
import { writeNetlifyFiles } from './build/netlify.ts';
import { manifestFor, writeManifest } from './manifest.ts';

const place = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
/** Beside its place: a server that has to start while this is being made, or after it could not be, finds the old one whole. */
const dist = `${place}.new`;
const write = (path: string, content: string | Buffer) => writeFile(join(dist, path), content);

checkSettings();
checkContent();
// Under any other value, and a test runner sets one, Vite would take React's development version.
process.env.NODE_ENV = 'production';
const [{ font, scriptsOf, integrity }, early, afterPaint, { render, renderError, cssOf }] = await Promise.all(
  [
    bundleForBrowser(dist),
    bundleInline('site/early/early.ts'),
    bundleInline('site/early/after-paint.ts'),
    loadPrerender(),
  ],
);

const landingTexts = {} as Record<Language, Texts>;
for (const page of pageNames) {
  for (const language of languageCodes) {
    const { body, texts } = await render(page, language);
    const html = htmlDocument({
      language,
      page,
      head: headTags(page, language, texts),
      body,
      css: await cssOf(page),
      font,
      early,
      afterPaint,
      scripts: scriptsOf(page, language),
      integrity,
      structuredData: structuredData(page, language, texts),
    });
    await write(fileOf(page, language), html);
    if (page === 'landing') landingTexts[language] = texts;
  }
}
const error = {
  language: 'en',
  page: 'error',
  head: errorHeadTags('500'),
  body: renderError('500 Internal Server Error'),
} as const;
await write('500.html', htmlDocument({ ...error, css: await cssOf() }));

const others = { ...rootFiles(landingTexts), ...(await drawPictures(landingTexts)) };
for (const [path, content] of Object.entries(others)) await write(path, content);
// A static host has nothing behind the inbox's door.
if (!process.env.PUBLIC_SUPABASE_URL) await bundleInbox(dist);
finishPages();
const manifest = manifestFor();
writeNetlifyFiles(dist, manifest);
writeManifest(dist, manifest);
await takePlace();

/** Stops on what the policy would block, and fills in SITE_URL where it is known already. */
function finishPages(): void {
  const siteUrl = process.env.SITE_URL;
  for (const file of readDist(dist).files.values()) {
    const [blocked] = file.type.startsWith('text/html') ? blockedAttributes(file.bytes.toString()) : [];
    if (blocked) endWith([`${file.path} has an attribute that the security policy blocks: ${blocked}`]);
    const bytes = siteUrl ? withOrigin(file, new URL(siteUrl).origin) : file.bytes;
    if (bytes && bytes !== file.bytes) writeFileSync(join(dist, file.path), bytes);
  }
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

/** Before the work is begun. */
function checkSettings(): void {
  const read = new EnvironmentReader(process.env);
  const siteUrl = read.origin('SITE_URL');
  retentionDays(read);
  endWith(read.errors);
  if (!siteUrl && process.env.PUBLIC_SUPABASE_URL)
    console.warn('SITE_URL is not set: on a static host the pages will have no absolute URLs.');
  else if (!siteUrl)
    console.log('SITE_URL is not set: the server will fill in absolute URLs from its own SITE_URL.');
}

function checkContent(): void {
  const read = readContent();
  if ('broken' in read) return void endWith(read.broken);
  for (const lack of untranslated(read.content)) console.warn(lack);
  endWith(contentMistakes(read.content));
}

function endWith(mistakes: string[]): void {
  if (mistakes.length === 0) return;
  console.error(mistakes.join('\n'));
  process.exit(1);
}
