// A spreadsheet set to another separator than the file's (semicolon in Russian and Uzbek versions) cuts cells
// where we did not: what follows a separator or a line break inside a cell may become a cell of its own.
// There a quotation mark of the text, doubled, opens a quoted part and ends it at once: the formula may stand
// behind one, or behind spaces. The wide forms of the signs a formula begins with count in East Asian versions.
const dangerous = /(?=[=+\-@\t\r＝＋－＠])(?<=(?:^|[;,\t\r\n])[" ]*)/g;

/**
 * One cell, always quoted. An apostrophe in front keeps a formula a text, and "+998 90…" readable: without it
 * Excel makes 9.98901E+11 of it.
 */
export function csvCell(value: string): string {
  return `"${value.replace(dangerous, "'").replaceAll('"', '""')}"`;
}

export function csvLine(values: readonly string[], separator: string): string {
  return `${values.map(csvCell).join(separator)}\r\n`;
}
