/** Onest as satori reads it: one TrueType instance per weight and script, where browsers get one variable font. */
import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';
import subsetFont from 'subset-font';

const files = new URL('../../node_modules/@fontsource-variable/onest/files/', import.meta.url);
const scripts = ['latin', 'cyrillic'] as const;
const weights = [500, 700] as const;

/** Satori takes one font per family name and weight, so each script is a family of its own. */
export const fontFamily = scripts.map((script) => `onest-${script}`).join(', ');

export async function loadFonts(text: string): Promise<Font[]> {
  const cuts = scripts.map(async (script) => {
    const whole = await readFile(new URL(`onest-${script}-wght-normal.woff2`, files));
    return Promise.all(
      weights.map(async (weight): Promise<Font> => {
        const data = await subsetFont(whole, text, {
          targetFormat: 'sfnt',
          variationAxes: { wght: weight },
        });
        return { name: `onest-${script}`, weight, style: 'normal', data };
      }),
    );
  });
  return (await Promise.all(cuts)).flat();
}
