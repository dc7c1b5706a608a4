import { type Content, merge, type Overrides, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import type { SiteChange, SiteVersion } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';

const keptVersions = 50;

export const publishedContent = async (db: Queries): Promise<Content> =>
  (await contentOf(db, await latestNumber(db))) ?? defaultContent;

/** `number`: of a version, 0 for the files in content/. */
export async function contentOf(db: Queries, number: number): Promise<Content | undefined> {
  if (number === 0) return defaultContent;
  const version = await db.get<{ overrides: string }>(
    sql`select overrides from site_versions where number = ${number}`,
  );
  return version && merge(defaultContent, JSON.parse(version.overrides));
}

/** 0 when nothing was ever published. */
export async function latestNumber(db: Queries): Promise<number> {
  const latest = await db.get<{ number: number | null }>(
    sql`select max(number) as number from site_versions`,
  );
  return latest?.number ?? 0;
}

export function changesBetween(before: Content, after: Content): SiteChange[] {
  const values = valuesOf(before);
  return [...valuesOf(after)]
    .map(([path, after]) => ({ path, before: values.get(path) ?? '', after }))
    .filter(({ before, after }) => before !== after);
}

type VersionRow = Omit<SiteVersion, 'changes'> & { overrides: string; restores: number | null };

/** Newest first. */
export async function versionsOf(db: Queries): Promise<{ versions: SiteVersion[]; undo: number | null }> {
  const rows = await db.all<VersionRow>(
    sql`select number, overrides, restores, who, at from site_versions order by number`,
  );
  const contents = new Map<number, Content>([[0, defaultContent]]);
  for (const { number, overrides } of rows)
    contents.set(number, merge(defaultContent, JSON.parse(overrides) as Overrides));
  const versions = rows.map(({ number, who, at }) => {
    const [before, after] = [contents.get(number - 1), contents.get(number) as Content];
    return { number, who, at, changes: before ? changesBetween(before, after) : [] };
  });
  // Undone publications are passed over: undoing twice goes back twice.
  const shownBy = (number: number) => rows.find((row) => row.number === number)?.restores ?? number;
  const before = shownBy(shownBy(rows.at(-1)?.number ?? 0) - 1);
  return { versions: versions.reverse(), undo: contents.has(before) ? before : null };
}

/** Fails when this number is taken. Removes from the draft what is now published; the rest stays. */
export async function addVersion(
  db: Queries,
  version: { number: number; content: Content; who: string; restores?: number | null },
): Promise<void> {
  const { number, content, who, restores = null } = version;
  const values = valuesOf(content);
  const defaults = valuesOf(defaultContent);
  const overrides = JSON.stringify(
    Object.fromEntries([...values].filter(([path, value]) => value !== defaults.get(path))),
  );
  await db.run(sql`insert into site_versions ${row({ number, overrides, restores, who, at: isoNow() })}`);
  await db.run(sql`delete from site_versions where number <= ${number - keptVersions}`);
  const draft = await db.all<{ path: string; value: string }>(sql`select path, value from site_draft`);
  for (const { path, value } of draft)
    if (value === values.get(path)) await db.run(sql`delete from site_draft where path = ${path}`);
}
