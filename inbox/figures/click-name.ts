import type { InboxWords } from '../language/words.ts';

/** `registration-pro` as people call it. What an older page called otherwise stays as it was counted. */
export function clickName(name: string, { clicks }: InboxWords): string {
  const [what = '', where] = name.split('-', 2);
  const known = (clicks as Record<string, string>)[what];
  if (!known) return name;
  return where ? `${known}: ${where}` : known;
}
