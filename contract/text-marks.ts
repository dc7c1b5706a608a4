/** In the page for the editor, characters of private use enclose each text. */
const firstMark = 0xe000;
const endMark = '\uf8ff';

/** `index`: of the text among all paths of texts. */
export const markText = (text: string, index: number): string =>
  String.fromCharCode(firstMark + index) + text + endMark;

/** Splits at marks: `[text, index, text, 'end', text]`. */
export const splitAtMarks = (text: string): (string | number | null)[] =>
  text
    .split(/([\ue000-\uf8ff])/)
    .map((part, at) => (at % 2 === 0 ? part : part === endMark ? null : part.charCodeAt(0) - firstMark));

export const withoutMarks = (text: string): string => text.replace(/[\ue000-\uf8ff]/g, '');
