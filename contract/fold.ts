/** Texts and searches are folded alike to lower-case Latin without apostrophes. */

// biome-ignore format: as in the alphabet
const latin: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', ғ: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'y',
  к: 'k', қ: 'k', л: 'l', м: 'm', н: 'n', о: 'o', ў: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u',
  ф: 'f', х: 'h', ҳ: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'i', ь: '', э: 'e',
  ю: 'yu', я: 'ya', x: 'h', q: 'k', w: 'v',
};

/** Ёлена, Yelena and Елена become one, as do Джамшид and Jamshid. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['ʻʼ‘’`´]|\u0307/g, '')
    .replace(/[а-яёўқғҳxqw]/g, (letter) => latin[letter] ?? letter)
    .replace(/y[eo]/g, 'e')
    .replaceAll('dj', 'j');
