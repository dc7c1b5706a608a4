import { Fragment } from 'react';

const hyphenated = /(\d{1,3}-\d{1,3}%|e-mail\w*)/i;

/** Running text in which 90-100% and e-mail never break at their hyphen. */
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
