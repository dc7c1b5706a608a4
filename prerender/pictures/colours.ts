import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../../site/styles/tokens.css', import.meta.url), 'utf8');

/** Reads a colour from the style sheet, because pictures cannot use custom properties. */
export function colour(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(tokens)?.[1];
  if (!value) throw new Error(`site/styles/tokens.css has no colour --${name}`);
  return value;
}
