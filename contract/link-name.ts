/** The longest name, in characters. A link's name is its `utm_campaign`. */
export const linkNameLimit = 40;

/** `reels-12` for `Reels 12`. Null if it is empty, too long or has other characters. `other` is reserved for the stats. */
export function linkName(typed: string): string | null {
  const name = trimPunctuation(typed.trim().toLowerCase().slice(0, 100).replaceAll(/\s+/g, '-'));
  return /^[a-z0-9._-]+$/.test(name) && name.length <= linkNameLimit && name !== 'other' ? name : null;
}

/** Takes quadratic time, so limit the length first. */
export const trimPunctuation = (name: string): string => name.replace(/^[-_.]+|[-_.]+$/g, '');
