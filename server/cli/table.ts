import { readableLine } from '../leads/readable.ts';

export type Column<Row> = { title: string; value: (row: Row) => string; widest?: number };

const gap = '  ';

/** One line per row, whatever the cells hold; no line is longer than the terminal. */
export function table<Row>(columns: Column<Row>[], rows: readonly Row[], terminal?: number): string {
  return tableInParts(columns, terminal)(rows);
}

/** For rows in parts: the first part has the titles and sets the widths. */
export function tableInParts<Row>(columns: Column<Row>[], terminal = Infinity) {
  let widths: number[] | null = null;
  return (rows: readonly Row[]): string => {
    const lines = rows.map((row) =>
      columns.map(({ value, widest = Infinity }) => cut(readableLine(value(row)), widest)),
    );
    if (!widths) lines.unshift(columns.map(({ title }) => title));
    widths ??= columns.map((_, i) => lines.reduce((most, cells) => Math.max(most, width(cells[i] ?? '')), 0));
    const line = (cells: string[]) => cells.map((cell, i) => pad(cell, widths?.[i] ?? 0)).join(gap);
    return lines.map((cells) => `${cut(line(cells).trimEnd(), terminal)}\n`).join('');
  };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const twoColumns =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/u;
const noColumn = /^[\p{Cf}\p{M}]+$/u;
/** Latin, Cyrillic and usual punctuation take one column each; the segmenter is slow. */
const oneColumnEach = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027]*$/;

/** Columns in a terminal, as nearly as terminals agree. */
function width(text: string): number {
  if (oneColumnEach.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOf(segment);
  return columns;
}

function columnsOf(grapheme: string): number {
  if (noColumn.test(grapheme)) return 0;
  return twoColumns.test(grapheme) ? 2 : 1;
}

const pad = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Reads only as far as it cuts: a message may be a hundred times longer than its cell. */
function cut(text: string, columns: number): string {
  const start = text.slice(0, columns + 1);
  if (oneColumnEach.test(start)) return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
  let taken = 0;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    taken += columnsOf(segment);
    if (taken > columns) return `${kept}…`;
    if (taken < columns) kept += segment;
  }
  return text;
}
