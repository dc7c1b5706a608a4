import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { type Language, languageCodes } from '../../contract/languages.ts';
import type { Texts } from '../../site/i18n/texts.ts';
import { socialCardPath } from '../head/pictures.ts';
import { socialCard } from './social-card.ts';
import { loadFonts } from './typeface.ts';

const icons = join(import.meta.dirname, 'icons');
const usualCache = join(import.meta.dirname, '../../node_modules/.cache/pictures');

/** All pictures that are files of their own, by their paths. Icons are files already; social cards hold texts. */
export async function drawPictures(
  texts: Record<Language, Texts>,
  cache = usualCache,
): Promise<Record<string, Buffer>> {
  const pictures: Record<string, Buffer> = {};
  for (const name of readdirSync(icons)) pictures[`/${name}`] = readFileSync(join(icons, name));
  const fonts = await loadFonts(JSON.stringify(languageCodes.map((code) => texts[code].hero)));
  for (const code of languageCodes)
    pictures[socialCardPath(code)] = pngOf(await socialCard(texts[code], fonts), cache);
  return pictures;
}

/** Drawing takes as long as the rest of the build, so a card is kept until its SVG changes. */
function pngOf(svg: string, cache: string): Buffer {
  const file = join(cache, `${createHash('sha256').update(svg).digest('hex')}.png`);
  try {
    return readFileSync(file);
  } catch {
    // The SVG has only paths; looking through the system's fonts would take seconds.
    const png = new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
    mkdirSync(cache, { recursive: true });
    // Another build may be reading.
    writeFileSync(`${file}.${process.pid}`, png);
    renameSync(`${file}.${process.pid}`, file);
    return png;
  }
}
