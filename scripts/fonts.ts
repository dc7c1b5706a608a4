/**
 * Cuts Onest down to what the page's languages need: `npm run fonts` writes site/styles/fonts/.
 * Onest has U+02BB and U+02BC (Uzbek) and Cyrillic; most families offered beside it lack the former.
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const source = new URL('../node_modules/@fontsource-variable/onest/files/', import.meta.url);
const target = new URL('../site/styles/fonts/', import.meta.url);

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** ASCII, then the punctuation the three languages write, and the signs of the texts. */
const latin = `${range(0x20, 0x7e)}ʻʼ–—‘’“”„«»…·•€©×\u00a0`;
const russian = `${range(0x410, 0x44f)}Ёё`;

for (const [name, text] of [
  ['latin', latin],
  ['cyrillic', russian],
] as const) {
  const whole = await readFile(new URL(`onest-${name}-wght-normal.woff2`, source));
  const cut = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    // What the page uses. Fractions, ligatures and the like would bring shapes that no text asks for: a sixth of the file.
    keepFeatures: ['kern', 'tnum'],
  });
  await writeFile(new URL(`onest-${name}.woff2`, target), cut);
  console.log(`onest-${name}.woff2: ${cut.byteLength} bytes`);
}
