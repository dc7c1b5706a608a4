/** One line of the drill's table. What is undefined was not asked in that scenario. */
export type Row = {
  what: string;
  acknowledged?: number;
  /** Acknowledged and not in the store, or not there as it was sent. */
  lost?: number;
  /** In the store more than once. */
  doubled?: number;
  /** Brought to every channel at least once. */
  delivered?: number;
  /** Messages beyond the first to one channel. */
  repeated?: number;
  /** Milliseconds from each fault (or from its end, where it lasts) to the first acknowledgement. */
  recovered?: number[];
  remarks: string[];
  /** Promises that were not kept, a sentence each. */
  broken: string[];
};

const columns: [title: string, cell: (row: Row) => string][] = [
  ['Scenario', (row) => row.what],
  ['Acknowledged', (row) => count(row.acknowledged)],
  ['Lost', (row) => count(row.lost)],
  ['Doubled', (row) => count(row.doubled)],
  ['Delivered', (row) => count(row.delivered)],
  ['Sent again', (row) => count(row.repeated)],
  ['Recovered in (longest)', (row) => recovery(row.recovered)],
  ['Promises', (row) => (row.broken.length === 0 ? 'kept' : 'BROKEN')],
];

/** A table that reads in a terminal and is Markdown, then what does not fit into it. */
export function formatRows(rows: readonly Row[]): string {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  const [titles = '', ...lines] = cells.map((line) => `| ${line.map(pad).join(' | ')} |`);
  const rule = `|${widths.map((width, column) => (column === 0 ? '-' : '') + '-'.repeat(width + 1) + (column === 0 ? '' : ':')).join('|')}|`;
  const remarks = rows.flatMap(({ what, remarks, broken }) => [
    ...(remarks.length > 0 ? [`- ${what}: ${remarks.join('; ')}.`] : []),
    ...broken.map((sentence) => `- BROKEN, ${what}: ${sentence}`),
  ]);
  return [titles, rule, ...lines, '', ...remarks].join('\n');
}

const count = (value: number | undefined) => (value === undefined ? '–' : value.toLocaleString('en'));
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

function recovery(times: number[] = []): string {
  if (times.length === 0) return '–';
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  return sorted.length === 1 ? seconds(median) : `${seconds(median)} (${seconds(sorted.at(-1) as number)})`;
}
