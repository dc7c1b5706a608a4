import { type Language, languages } from './languages.ts';

/**
 * Fetches the font of the language's letters before they are shown. A font that is still on its way when text asks for
 * it is not used any more (`font-display: optional`), so that nothing moves. Who has no font gets the words all the same.
 */
export const fetchLetters = (language: Language): Promise<unknown> =>
  Promise.race([
    document.fonts.load('1em Onest', languages[language].name).catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);

const patience = 1000;
