/** Satori needs one TrueType font per weight. */
import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';
import subsetFont from 'subset-font';

const file = new URL('../../site/styles/fonts/onest.woff2', import.meta.url);
const weights = [500, 700] as const;

export async function loadFonts(text: string): Promise<Font[]> {
  const whole = await readFile(file);
  return Promise.all(
    weights.map(async (weight): Promise<Font> => {
      const data = await subsetFont(whole, text, { targetFormat: 'sfnt', variationAxes: { wght: weight } });
      return { name: 'Onest', weight, style: 'normal', data };
    }),
  );
}
