import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Language, languageCodes } from '../../contract/languages.ts';
import type { Texts } from '../../site/i18n/texts.ts';
import { socialCardPath } from '../head/pictures.ts';
import { ico } from './ico.ts';
import { homeIcon, maskableShare, tabIcon, wholeShare } from './icons.ts';
import { drawIcon, drawPicture } from './png.ts';
import { socialCard } from './social-card.ts';
import { loadFonts } from './typeface.ts';

const root = join(import.meta.dirname, '../..');
const usualCache = join(root, 'node_modules/.cache/pictures');

/** All pictures that are files of their own, by their paths. */
export async function drawPictures(
  texts: Record<Language, Texts>,
  cache = usualCache,
): Promise<Record<string, Buffer>> {
  return { ...icons(), ...(await socialCards(texts, cache)) };
}

const icons = (): Record<string, Buffer> => ({
  '/icon.svg': Buffer.from(tabIcon),
  '/favicon.ico': ico([16, 32, 48].map((size) => ({ size, png: drawIcon(tabIcon, size) }))),
  '/apple-touch-icon.png': drawIcon(homeIcon(wholeShare), 180),
  '/icon-192.png': drawIcon(homeIcon(wholeShare), 192),
  '/icon-512.png': drawIcon(homeIcon(wholeShare), 512),
  '/icon-maskable-192.png': drawIcon(homeIcon(maskableShare), 192),
  '/icon-maskable-512.png': drawIcon(homeIcon(maskableShare), 512),
});

/** Drawing the three takes as long as the rest of the build, so they are kept until something in them changes. */
async function socialCards(texts: Record<Language, Texts>, cache: string): Promise<Record<string, Buffer>> {
  const words = languageCodes.map((code) => texts[code].hero);
  const kept = join(cache, await fingerprint(JSON.stringify(words)));
  try {
    return await byPath((code) => readFile(join(kept, socialCardPath(code))));
  } catch {
    const fonts = await loadFonts(JSON.stringify(words));
    const cards = await byPath(async (code) => drawPicture(await socialCard(texts[code], fonts)));
    await keep(cards, kept);
    return cards;
  }
}

/** Whole or not at all: another build may be reading, and this one may be broken off. */
async function keep(cards: Record<string, Buffer>, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  for (const [path, card] of Object.entries(cards)) await writeFile(join(draft, path), card);
  // Fails when another build was quicker; its cards are the same.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
}

async function byPath(draw: (code: Language) => Promise<Buffer>): Promise<Record<string, Buffer>> {
  return Object.fromEntries(
    await Promise.all(languageCodes.map(async (code) => [socialCardPath(code), await draw(code)])),
  );
}

/** Of everything a card is made of: its words, the drawings, colours and code, the versions of font and renderer. */
async function fingerprint(words: string): Promise<string> {
  const hash = createHash('sha256').update(words);
  for (const folder of ['prerender/pictures', 'site/drawings', 'site/styles']) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.')))
      hash.update(await readFile(join(entry.parentPath, entry.name)));
  }
  return hash
    .update(await readFile(join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
}
