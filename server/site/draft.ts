import { type Content, merge, valuesOf } from '#content/content.ts';
import { normalised } from '#content/normalised.ts';
import type { SiteState, SiteValues } from '#contract/inbox.ts';
import {
  type DraftAnswer,
  type DraftAnswers,
  type DraftChanges,
  type DraftValue,
  draftLimit,
} from '#contract/inbox.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';
import { countUp, getState } from '#server/db/state.ts';
import { publishedContent } from './versions.ts';

const revision = 'site-revision';

export const revisionOf = async (db: Queries) => Number((await getState(db, revision))?.value ?? 0);

/** Every change of the draft or the versions begins with it: one transaction after the other. */
export const nextRevision = (db: Queries) => countUp(db, revision);

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

/** Newest first. */
export const discardedIn = (db: Queries): Promise<SiteState['discarded']> =>
  db.all(sql`select path, value, who, at from site_discarded where at > ${aDayAgo()} order by at desc`);

const aDayAgo = () => new Date(Date.now() - dayMs).toISOString();

export function saveDraft(db: Db, changes: DraftChanges, who: string): Promise<DraftAnswers> {
  return db.transaction(async (db) => {
    const number = await nextRevision(db);
    const published = valuesOf(await publishedContent(db));
    const draft = await draftOf(db);
    const paths: DraftAnswers['paths'] = {};
    for (const [path, { was, value }] of Object.entries(changes))
      paths[path] = await save(path, was, normalised(path, value));
    return { revision: number, paths };

    async function save(path: string, was: string, value: string): Promise<DraftAnswer> {
      const live = published.get(path);
      if (live === undefined) return { result: 'unknown' };
      if (value.length > draftLimit) return { result: 'long' };
      const now = draft[path] ?? { value: live, who: '', at: '' };
      if (now.value !== was && now.value !== value) return { result: 'conflict', theirs: now };
      if (now.value !== value && now.who !== who) await keepDiscarded(db, path, now);
      if (now.value === value && draft[path]) return { result: 'saved', draft: now };
      const saved = { value, who, at: isoNow() };
      await db.run(sql`delete from site_draft where path = ${path}`);
      if (value === live) return { result: 'saved', draft: null };
      await db.run(sql`insert into site_draft ${row({ path, ...saved })}`);
      return { result: 'saved', draft: saved };
    }
  });
}

/** Drops values for everybody, or one that never got into the draft; for a day they can be brought back. */
export function discard(db: Db, values: SiteValues, who: string): Promise<void> {
  return db.transaction(async (db) => {
    await nextRevision(db);
    const draft = await draftOf(db);
    for (const [path, value] of Object.entries(values)) {
      const now = draft[path]?.value === value ? draft[path] : undefined;
      if (now) await db.run(sql`delete from site_draft where path = ${path}`);
      if (value.length <= draftLimit) await keepDiscarded(db, path, now ?? { value, who, at: '' });
    }
  });
}

async function keepDiscarded(db: Queries, path: string, { value, who }: DraftValue): Promise<void> {
  // Published values are in the versions.
  if (!who) return;
  await db.run(
    sql`delete from site_discarded where at <= ${aDayAgo()} or (path = ${path} and value = ${value})`,
  );
  await db.run(sql`insert into site_discarded ${row({ path, value, who, at: isoNow() })}`);
}
