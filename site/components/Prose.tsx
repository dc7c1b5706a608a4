import { Fragment } from 'react';

const range = /(\d+-\d+%)/;

/** Running text in which a range like 90-100% never breaks at its hyphen. */
export function Prose({ text }: { text: string }) {
  return text.split(range).map((part, index) =>
    index % 2 ? (
      <span key={index} className="together">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
