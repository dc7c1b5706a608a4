import { readableLine } from '../deliveries/readable.ts';

export type Column<Row> = { title: string; value: (row: Row) => string; widest?: number };

const gap = '  ';

/** One line per row, whatever the cells hold; no line is longer than the terminal. */
export function table<Row>(columns: Column<Row>[], rows: readonly Row[], terminal = Infinity): string {
  const cells = columns.map(({ title, value, widest = Infinity }) =>
    [title, ...rows.map(value)].map((text) => cut(readableLine(text), widest)),
  );
  const widths = cells.map((column) => column.reduce((widest, text) => Math.max(widest, width(text)), 0));
  const lines = [null, ...rows].map((_row, line) =>
    cells.map((column, index) => pad(column[line] ?? '', widths[index] ?? 0)).join(gap),
  );
  return lines.map((line) => `${cut(line.trimEnd(), terminal)}\n`).join('');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const twoColumns =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/u;
const noColumn = /^[\p{Cf}\p{M}]+$/u;

/** How many columns of a terminal a text takes; near enough, for terminals do not agree among themselves. */
function width(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOf(segment);
  return columns;
}

function columnsOf(grapheme: string): number {
  if (noColumn.test(grapheme)) return 0;
  return twoColumns.test(grapheme) ? 2 : 1;
}

const pad = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)));

function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let room = columns - 1;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    room -= columnsOf(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}
