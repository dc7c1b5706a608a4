import { withoutMarksAround } from '../../contract/link-name.ts';

/** Sources and campaigns are named by whoever made the link, and by anybody who writes one: this is all that is kept. */
const longest = 40;

/**
 * Letters of any script, digits and `-_.`, in small letters: `Reels 12` and `reels-12` are one campaign. What stands
 * between them becomes a dash. Null when nothing is left.
 */
export function cleanName(text: string): string | null {
  const clean = text
    // Far more than can be kept: a long address is not looked through to its end.
    .slice(0, 4 * longest)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return withoutMarksAround([...withoutMarksAround(clean)].slice(0, longest).join('')) || null;
}
