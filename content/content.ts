/** Everything that can be edited on the site. These files are the defaults; published edits override them. */

import type { company } from './company.ts';
import type dictionary from './en.json';
import type { deadlines, facts, MonthDay } from './facts.ts';
import type { links } from './links.ts';

export type Dictionary = typeof dictionary;
export type Links = Record<keyof typeof links, string>;
export type Deadlines = Record<keyof typeof deadlines, MonthDay>;

export type Content = {
  texts: { uz: Dictionary; en: Dictionary; ru: Dictionary };
  facts: Record<keyof typeof facts, string>;
  deadlines: Deadlines;
  links: Links;
  company: Record<keyof typeof company, string>;
};

/** Values by path: `texts.uz.hero.badge`, `facts.proPrice`; `deadlines.fallDeadline` is `11-30`. */
export type Overrides = Record<string, string>;

export const textPath = (language: string, key: string): string => `texts.${language}.${key}`;

export function valuesOf({ deadlines, ...strings }: Content): Map<string, string> {
  const days = Object.entries(deadlines).map(([name, { month, day }]): [string, string] => [
    `deadlines.${name}`,
    [month, day].map((number) => String(number).padStart(2, '0')).join('-'),
  ]);
  return new Map([...flatten(strings), ...days]);
}

/** Ignores paths that this release does not know. */
export function merge(defaults: Content, overrides: Overrides): Content {
  const known = valuesOf(defaults);
  const merged = structuredClone(defaults);
  for (const [path, value] of Object.entries(overrides)) {
    if (!known.has(path)) continue;
    const steps = path.split('.');
    const name = steps.pop() as string;
    const parent = steps.reduce<unknown>((tree, step) => (tree as Record<string, unknown>)[step], merged);
    const [month, day] = value.split('-').map(Number);
    Object.assign(parent as object, { [name]: path.startsWith('deadlines.') ? { month, day } : value });
  }
  return merged;
}

/** An apostrophe is U+02BB after o and g, and U+02BC elsewhere; phones type other ones. */
export const withUzbekApostrophes = (text: string): string =>
  text.replace(/([og])['`´‘’ʼ]/gi, '$1ʻ').replace(/['`´‘’ʹ′]/g, 'ʼ');

/** Replaces control characters, and the private-use ones that Word pastes for bullets. */
export const withoutInvisible = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\p{Co}]+/gu, ' ');

/** Turns `{ hero: { stats: [{ label }] } }` into `hero.stats.0.label → text`. */
export function flatten(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      value !== null && typeof value === 'object'
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[prefix + key, value]],
    ),
  );
}
