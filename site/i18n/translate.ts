import type { Dictionary } from '../../content/content.ts';
import { fill } from '../../contract/fill.ts';

/** Dotted paths to values of one kind: `'hero.badge'` for texts, `'process.steps'` for lists. */
type Paths<Tree, Kind, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends Kind
    ? `${Prefix}${Key}`
    : Tree[Key] extends readonly unknown[] | string
      ? never
      : Paths<Tree[Key], Kind, `${Prefix}${Key}.`>;
}[keyof Tree & string];

type At<Tree, Path extends string> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Tree
    ? At<Tree[Key], Rest>
    : never
  : Path extends keyof Tree
    ? Tree[Path]
    : never;

export type TextKey = Paths<Dictionary, string>;
export type ListKey = Paths<Dictionary, readonly unknown[]>;
export type ListAt<Key extends ListKey> = At<Dictionary, Key>;

const lookUp = (dictionary: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], dictionary);

export function translate(dictionary: unknown, key: string, fallback = key): string {
  const value = lookUp(dictionary, key);
  return typeof value === 'string' ? value : fallback;
}

export const listAt = <Key extends ListKey>(dictionary: unknown, key: Key): ListAt<Key> =>
  lookUp(dictionary, key) as ListAt<Key>;

export function fillAll<Tree>(tree: Tree, values: Record<string, string | number>): Tree {
  if (typeof tree === 'string') return fill(tree, values) as Tree;
  if (Array.isArray(tree)) return tree.map((item) => fillAll(item, values)) as Tree;
  return Object.fromEntries(
    Object.entries(tree as Record<string, unknown>).map(([key, value]) => [key, fillAll(value, values)]),
  ) as Tree;
}
