import { type Language, languages } from '../../contract/languages.ts';

const patience = 1000;

/**
 * Fetches the font of the language's letters before they are shown. Fonts are `optional`, and to Chromium any such font
 * that comes after the first paint is late; but nothing is shown in this one yet, so it may be used if it comes before
 * the words. Who would wait too long gets them in the device's font, and keeps it.
 */
export async function fetchLetters(language: Language): Promise<void> {
  const missing = [...document.fonts].filter(
    ({ family, status }) => family.includes('Cyrillic Onest') && status === 'unloaded',
  );
  for (const face of missing) face.display = 'swap';
  await Promise.race([
    document.fonts.load('1em "Cyrillic Onest"', languages[language].name).catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
  for (const face of missing) if (face.status !== 'loaded') face.display = 'optional';
}
