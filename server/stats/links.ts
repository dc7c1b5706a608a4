import type { Links } from '#contract/inbox.ts';
import { firstDayOfLast } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';
import { countedSince, sumBy, sumsSince } from './sums.ts';

const days = 365;
/** Anybody can make up names of campaigns. */
const maxOthers = 200;

export const campaignLink = (siteUrl: string, name: string): string =>
  `${siteUrl}/?utm_campaign=${encodeURIComponent(name)}`;

/** The link is listed from now on, and `namesPerDay` does not apply to it. */
export async function makeLink(db: Queries, siteUrl: string, name: string): Promise<string> {
  const values = row({ name, made_at: isoNow() });
  await db.run(sql`insert into links ${values} on conflict (name) do update set made_at = excluded.made_at`);
  return campaignLink(siteUrl, name);
}

/** Links made within a year, and other campaigns with visits or leads. */
export async function linksOf(db: Queries): Promise<Pick<Links, 'links' | 'countedSince'>> {
  const since = firstDayOfLast(days, Date.now());
  const [made, sums] = await Promise.all([
    db.all<{ campaign: string }>(sql`select name as campaign from links where made_at >= ${since}`),
    sumsSince(db, since),
  ]);
  const own = new Set(made.map(({ campaign }) => campaign));
  const links = sumBy([...sums, ...made], 'campaign').flatMap(({ campaign: name, ...sums }, rank) =>
    name !== null && (rank < maxOthers || own.has(name)) ? { name, ...sums } : [],
  );
  return { links, countedSince: await countedSince(db) };
}
