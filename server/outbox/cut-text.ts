/** At most `length` UTF-16 code units, never ending inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length));
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
