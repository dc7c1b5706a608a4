import type { Language } from './i18n/languages.ts';

const family = 'Onest Late';

/**
 * Fetches the language's fonts, and puts them to use when all of them are here: text changes once, and no style is
 * computed again. They are the faces of fonts.css under a second name, which stands first in `--font`; under their
 * own name the browser would ask for them before the first paint, for which they would compete.
 */
export function fetchFonts(language: Language): void {
  const files = (document.documentElement.dataset.fonts ?? '').split(' ');
  // The first one is Latin, which everybody reads. The second one is Cyrillic.
  const wanted = language === 'ru' ? files : files.slice(0, 1);
  // The stylesheet's own face of that name is for single signs.
  const here = [...document.fonts].filter((face) => face.family.includes(family) && isWhole(face));
  const faces = wanted
    .slice(here.length)
    .map((file) => new FontFace(family, `url(${file})`, { weight: '400 700' }));
  Promise.all(faces.map((face) => face.load())).then(
    () => {
      for (const face of faces) document.fonts.add(face);
    },
    // Offline or cut off: the device's font stays.
    () => {},
  );
}

const isWhole = ({ unicodeRange }: FontFace) => unicodeRange.startsWith('U+0');
