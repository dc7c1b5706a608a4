import type { Dictionary } from '#content/content.ts';
import { fill } from '#contract/fill.ts';

/** Dotted paths to texts, such as `'hero.badge'`. Lists are read from the texts directly, so theirs are left out. */
type Paths<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${Key}`
    : Tree[Key] extends readonly unknown[]
      ? never
      : Paths<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

export type TextKey = Paths<Dictionary>;

export function translate(dictionary: unknown, key: string, fallback = key): string {
  const value = key
    .split('.')
    .reduce<unknown>((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], dictionary);
  return typeof value === 'string' ? value : fallback;
}

export function fillAll<Tree>(tree: Tree, values: Record<string, string | number>): Tree {
  if (typeof tree === 'string') return fill(tree, values) as Tree;
  if (Array.isArray(tree)) return tree.map((item) => fillAll(item, values)) as Tree;
  return Object.fromEntries(
    Object.entries(tree as Record<string, unknown>).map(([key, value]) => [key, fillAll(value, values)]),
  ) as Tree;
}
