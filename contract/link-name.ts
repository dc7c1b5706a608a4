/**
 * What a link for a post or a flyer is called: the campaign that its visits and leads are counted under. Only what stands in
 * an address as it is typed, and one way to write it, so that `Reels 12` and `reels-12` are not counted as two posts.
 */
export const linkNameLimit = 40;

/**
 * Null when nothing is left, when it is too long, when it holds what an address would garble, or when it is what the stats
 * call everything that is not told apart.
 */
export function linkName(typed: string): string | null {
  const name = withoutMarksAround(typed.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  return /^[a-z0-9._-]+$/.test(name) && name.length <= linkNameLimit && name !== 'other' ? name : null;
}

/** Not by an expression: `[-_.]+$` would read a long row of dashes again from each of them. */
export function withoutMarksAround(name: string): string {
  const characters = [...name];
  const isNoMark = (character: string) => !'-_.'.includes(character);
  return characters.slice(characters.findIndex(isNoMark), characters.findLastIndex(isNoMark) + 1).join('');
}
