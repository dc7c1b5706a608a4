import { withoutMarksAround } from '../../contract/link-name.ts';

const longest = 40;

/**
 * The name of a source or campaign, as anybody may write it into a link: lower case letters of any script, digits and
 * `-_.`, so that `Reels 12` and `reels-12` are one campaign. Null when nothing is left.
 */
export function cleanName(text: string): string | null {
  const clean = text
    .slice(0, 4 * longest)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return withoutMarksAround([...clean].slice(0, longest).join('')) || null;
}
