/** Links for posts and flyers: each has its own campaign. */
import type { Links, Stats } from '../../contract/inbox.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import { otherSource } from './sources.ts';
import { countedSince, sumBy } from './sums.ts';

const days = 365;
const mostLinks = 200;

/** The address to put under a post. */
export const campaignLink = (siteUrl: string, name: string): string =>
  `${siteUrl}/?utm_campaign=${encodeURIComponent(name)}`;

/** From now on the link is listed, and its campaign is always counted by its name. */
export async function makeLink(db: Db, siteUrl: string, name: string): Promise<string> {
  const columns = row({ name, made_at: new Date().toISOString() });
  await db.run(sql`insert into links ${columns} on conflict (name) do update set made_at = excluded.made_at`);
  return campaignLink(siteUrl, name);
}

type Brought = { name: string } & Partial<Stats['funnel']>;

/** Links made within a year, used or not, and other campaigns that brought visits or leads. */
export async function linksOf(db: Db, siteUrl: string): Promise<Pick<Links, 'links' | 'countedSince'>> {
  const since = tashkentDate(Date.now(), days - 1);
  const [made, visits, leads, begun] = await Promise.all([
    db.all<Brought>(
      sql`select name from links where made_at >= ${since} order by made_at desc, name limit ${mostLinks}`,
    ),
    db.all<Brought>(
      sql`select campaign as name, coalesce(sum(count) filter (where name = ''), 0) as visits,
          sum(count) filter (where name <> '') as acts
        from stats where day >= ${since} and campaign not in ('', ${otherSource})
        group by campaign order by visits desc, campaign limit ${mostLinks}`,
    ),
    db.all<Brought>(
      sql`select campaign as name, count(*) as leads, count(*) filter (where status = 'client') as clients
        from contact_submissions where not spam and day >= ${since} and campaign is not null
        group by campaign order by clients desc, leads desc, campaign limit ${mostLinks}`,
    ),
    countedSince(db),
  ]);
  const links = sumBy([...visits, ...leads, ...made], 'name');
  return {
    links: links.map((link) => ({ ...link, url: campaignLink(siteUrl, link.name) })),
    countedSince: begun,
  };
}
