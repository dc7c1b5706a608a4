import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { type Language, languageCodes } from '#contract/languages.ts';
import { socialCardPath } from '#prerender/head/social-card-file.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { socialCard } from './social-card.ts';
import { loadFonts } from './typeface.ts';

const icons = join(import.meta.dirname, 'icons');
const cache = join(import.meta.dirname, '../../node_modules/.cache/pictures');

/** Icons and social cards by their paths. The icons are committed files; the cards are drawn because they hold texts. */
export async function drawPictures(texts: Record<Language, Texts>): Promise<Record<string, Buffer>> {
  const pictures: Record<string, Buffer> = {};
  for (const name of readdirSync(icons)) pictures[`/${name}`] = readFileSync(join(icons, name));
  const fonts = await loadFonts(JSON.stringify(languageCodes.map((code) => texts[code].hero)));
  for (const code of languageCodes)
    pictures[socialCardPath(code)] = pngOf(await socialCard(texts[code], fonts));
  return pictures;
}

/** Cached until the SVG changes: drawing takes as long as the rest of the build. */
function pngOf(svg: string): Buffer {
  const file = join(cache, `${createHash('sha256').update(svg).digest('hex')}.png`);
  try {
    return readFileSync(file);
  } catch {
    // The SVG has only paths. Loading the system's fonts would take seconds.
    const png = new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
    mkdirSync(cache, { recursive: true });
    // A build that is killed must not leave half a file in the cache.
    writeFileSync(`${file}.new`, png);
    renameSync(`${file}.new`, file);
    return png;
  }
}
