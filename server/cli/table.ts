import { readableLine } from '#server/leads/readable.ts';

export function table(rows: readonly Record<string, string | number>[], columns = Infinity): string {
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, ...rows.map((row) => titles.map((title) => readableLine(String(row[title]))))];
  const widths = titles.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)));
  return lines
    .map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => `${shorten(line.trimEnd(), columns)}\n`)
    .join('');
}

export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
