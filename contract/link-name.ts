/** A link for a post or a flyer is named by its campaign. `Reels 12` and `reels-12` are one. */
export const linkNameLimit = 40;

/** Null when nothing is left, or when the name is too long, would be garbled in an address, or means all other campaigns. */
export function linkName(typed: string): string | null {
  const name = trimPunctuation(typed.trim().toLowerCase().slice(0, 100).replaceAll(/\s+/g, '-'));
  return /^[a-z0-9._-]+$/.test(name) && name.length <= linkNameLimit && name !== 'other' ? name : null;
}

/** Quadratic in the length: cut the text first. */
export const trimPunctuation = (name: string): string => name.replace(/^[-_.]+|[-_.]+$/g, '');
