import { Fragment, type ReactNode } from 'react';

/**
 * Text in which 90-100%, e-mail and DS-160 do not break at the hyphen. It must be the only child of its element: when the
 * browser has translated the page, React cannot change text that has siblings, so it replaces the whole.
 */
export function prose(text: string): ReactNode {
  const parts = inTurn(text);
  if (parts.length === 1) return text;
  return (
    <span key={text}>
      {parts.map((part, index) =>
        index % 2 ? (
          <span key={index} className="together">
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
function inTurn(text: string): string[] {
  let free = '';
  const parts: string[] = [];
  for (const [index, word] of text.split(' ').entries()) {
    if (index > 0) free += ' ';
    if (staysTogether(word)) {
      parts.push(free, word);
      free = '';
    } else free += word;
  }
  return [...parts, free];
}

/** A longer word would be wider than a phone where text is zoomed. */
const longest = 16;

/** A hyphen beside three letters or digits or fewer, as in Uzbek's -chi. */
const staysTogether = (word: string) =>
  word.length <= longest &&
  word.includes('-') &&
  word.split('-').some((part) => part.replace(/[^\p{L}\p{N}]/gu, '').length <= 3);
