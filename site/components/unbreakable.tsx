import { Fragment, type ReactNode } from 'react';

/**
 * Text in which words like 90-100%, e-mail and DS-160 do not break at the hyphen. Must be the only child of its element: on a
 * page that the browser has translated, React can replace an element but not text that has siblings.
 */
export function unbreakable(text: string): ReactNode {
  const parts = splitAtUnbreakable(text);
  if (parts.length === 1) return text;
  return (
    <span key={text}>
      {parts.map((part, index) =>
        index % 2 ? (
          <span key={index} className="nowrap">
            {part}
          </span>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </span>
  );
}

/** Alternates between text that may break and a word that may not. */
function splitAtUnbreakable(text: string): string[] {
  let breakable = '';
  const parts: string[] = [];
  for (const [index, word] of text.split(' ').entries()) {
    if (index > 0) breakable += ' ';
    if (isUnbreakable(word)) {
      parts.push(breakable, word);
      breakable = '';
    } else breakable += word;
  }
  return [...parts, breakable];
}

/** A longer word would be wider than a phone with large text. */
const maxLength = 16;

/** On one side of the hyphen are at most three letters or digits, as in 11-sinf. */
const isUnbreakable = (word: string) =>
  word.length <= maxLength &&
  word.includes('-') &&
  word.split('-').some((part) => part.replace(/[^\p{L}\p{N}]/gu, '').length <= 3);
