import { Fragment } from 'react';

/** Uzbek's -chi ("and what about…?") is no word by itself. */
const hyphenated = /(\d{1,3}-\d{1,3}%|e-mail\w*|[a-z]{1,4}-\d{1,4}|[a-zʻʼ]{1,20}-chi(?![a-zʻʼ]))/i;

/** Running text in which 90-100%, e-mail, DS-160 and the like never break at their hyphen. */
export function Prose({ text }: { text: string }) {
  return text.split(hyphenated).map((part, index) =>
    index % 2 ? (
      <span key={index} className="together">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
