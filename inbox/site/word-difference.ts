export type Piece = { text: string; changed: boolean };

/** Which words of `before` are gone, and which of `after` are new. */
export function wordDifference(before: string, after: string): [before: Piece[], after: Piece[]] {
  const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const same = (i: number, j: number) => a[i]?.trim() === b[j]?.trim();
  // The length of the longest common sequence of the words from i and from j on.
  const common = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (common[i] as number[])[j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const [left, right]: [Piece[], Piece[]] = [[], []];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && same(i, j)) {
      add(left, a[i++] as string, false);
      add(right, b[j++] as string, false);
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      add(left, a[i++] as string, true);
    else add(right, b[j++] as string, true);
  }
  return [left, right];
}

function add(pieces: Piece[], text: string, changed: boolean): void {
  const last = pieces.at(-1);
  if (last?.changed === changed) last.text += text;
  else pieces.push({ text, changed });
}
