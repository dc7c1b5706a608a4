import { type Content, merge, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import type { DraftValue, SiteVersion } from '#contract/inbox.ts';
import type { Db, Queries } from '#server/db/db.ts';
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

/** Newest first. */
export const versionsOf = (db: Queries): Promise<SiteVersion[]> =>
  db.all<SiteVersion>(sql`select number, who, at from site_versions order by number desc`);

export async function draftOf(db: Queries): Promise<Record<string, DraftValue>> {
  const rows = await db.all<DraftValue & { path: string }>(
    sql`select path, value, who, at from site_draft order by path`,
  );
  return Object.fromEntries(rows.map(({ path, ...value }) => [path, value]));
}

export async function draftContent(db: Queries): Promise<Content> {
  const values = Object.entries(await draftOf(db)).map(([path, { value }]) => [path, value]);
  return merge(await publishedContent(db), Object.fromEntries(values));
}

/** If a value is no longer `was`, saves nothing and returns the current values; otherwise returns `{}`. */
export function saveDraft(
  db: Db,
  changes: Record<string, { was: string; value: string }>,
  who: string,
): Promise<Record<string, DraftValue>> {
  return db.transaction(async (db) => {
    const published = valuesOf(await publishedContent(db));
    const draft = await draftOf(db);
    const known = Object.entries(changes).filter(([path]) => published.has(path));
    const conflicts = known.filter(([path, { was, value }]) => {
      const now = draft[path]?.value ?? published.get(path);
      return now !== was && now !== value;
    });
    if (conflicts.length > 0)
      return Object.fromEntries(
        conflicts.map(([path]) => [
          path,
          draft[path] ?? { value: published.get(path) ?? '', who: '', at: '' },
        ]),
      );
    const at = isoNow();
    for (const [path, { value }] of known) {
      await db.run(sql`delete from site_draft where path = ${path}`);
      if (value !== published.get(path))
        await db.run(sql`insert into site_draft ${row({ path, value, who, at })}`);
    }
    return {};
  });
}

export const dropDraft = (db: Queries) => db.run(sql`delete from site_draft`);

/** Fails when this number is taken. Removes from the draft what is now published; the rest stays. */
export async function addVersion(
  db: Queries,
  { number, content, who }: { number: number; content: Content; who: string },
): Promise<void> {
  const values = valuesOf(content);
  const defaults = valuesOf(defaultContent);
  const overrides = JSON.stringify(
    Object.fromEntries([...values].filter(([path, value]) => value !== defaults.get(path))),
  );
  await db.run(sql`insert into site_versions ${row({ number, overrides, who, at: isoNow() })}`);
  await db.run(sql`delete from site_versions where number <= ${number - keptVersions}`);
  for (const [path, { value }] of Object.entries(await draftOf(db)))
    if (value === values.get(path)) await db.run(sql`delete from site_draft where path = ${path}`);
}
