import { Fragment, type ReactNode } from 'react';

/**
 * Running text in which 90-100%, e-mail, DS-160 and the like never break at their hyphen: the only child of its element.
 * A browser that translates the page takes text nodes out of React's hands. The text of an element that has no other
 * child can be changed all the same; text that stands between elements cannot, so it is replaced together with them.
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

/** What may break, a word that may not, what may break, and so on. */
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

/**
 * A hyphen beside three letters or digits or fewer makes one word; Uzbek's -chi ("and what about…?") is none by itself. A
 * longer word than this may break: where text is zoomed it would be wider than a phone.
 */
const longest = 16;

const staysTogether = (word: string) =>
  word.length <= longest &&
  word.includes('-') &&
  word.split('-').some((part) => part.replace(/[^\p{L}\p{N}]/gu, '').length <= 3);
