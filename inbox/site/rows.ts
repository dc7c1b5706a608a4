import { textPath } from '#content/content.ts';
import { languageCodes } from '#contract/languages.ts';
import type { Room } from './room.ts';

/** What is published or refused together: a value, or a text in its languages. */
export type Row = { id: string; paths: string[] };

export function rowsOf(paths: Iterable<string>): Row[] {
  const rows = new Map<string, Row>();
  for (const path of paths) {
    const [part, , ...key] = path.split('.');
    const name = part === 'texts' ? key.join('.') : path;
    const row = rows.get(name) ?? { id: name, paths: [] };
    rows.set(name, { ...row, paths: [...row.paths, path] });
  }
  return [...rows.values()];
}

export const changedRows = ({ site, typed, valueAt, liveAt }: Room): Row[] =>
  rowsOf(
    new Set(
      [...Object.keys(site.draft), ...Object.keys(typed)].filter(
        (path) => valueAt(path) !== liveAt(path) || typed[path]?.theirs,
      ),
    ),
  );

export const textPaths = (key: string) => languageCodes.map((code) => textPath(code, key));
