/** One table for everything: a row is a figure, a column is what it was measured on. */
export const pages = ['/', '/?lang=en', '/?lang=ru', '/privacy', '/terms', '/404'] as const;
/** The last two are measured beside the site, not judged; a peer only where one was named. */
export const columns = [...pages, 'reference', 'peer'] as const;
export type Page = (typeof pages)[number];
export type Column = (typeof columns)[number];

export type Row = {
  figure: string;
  values: Partial<Record<Column, number>>;
  show?: (value: number) => string;
  goal?: { text: string; met(value: number, column: Column): boolean };
};

export const atMost = (limit: number, text: string) => ({
  text: `≤ ${text}`,
  met: (value: number) => value <= limit,
});
export const below = (limit: number, text: string) => ({
  text: `< ${text}`,
  met: (value: number) => value < limit,
});
export const atLeast = (limit: number, text: string) => ({
  text: `≥ ${text}`,
  met: (value: number) => value >= limit,
});

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export function missed({ goal, values }: Row): Column[] {
  return pages.filter((page) => {
    const value = values[page];
    return goal && value !== undefined && !goal.met(value, page);
  });
}

export function markdown(rows: Row[]): string {
  const hasPeer = rows.some(({ values }) => values.peer !== undefined);
  const shown = columns.filter((column) => column !== 'peer' || hasPeer);
  const cells = rows.map((row) => {
    const { figure, values, show = (value) => String(Math.round(value)), goal } = row;
    const verdict = goal ? `${goal.text} ${missed(row).length > 0 ? '✗' : '✓'}` : '';
    return [figure, ...shown.map((column) => format(values[column], show)), verdict];
  });
  const all = [
    ['', ...shown.map((column) => (column.startsWith('/') ? `\`${column}\`` : column)), 'goal'],
    ...cells,
  ];
  const widths = (all[0] ?? []).map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0), 3));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(all[0] ?? []), rule, ...all.slice(1).map(line)].join('\n');
}

function format(value: number | undefined, show: (value: number) => string): string {
  return value === undefined ? '' : show(value);
}
