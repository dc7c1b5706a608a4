/** Leads and clients for stats. Spam is not counted. */
import type { LeadFields } from '#contract/inbox.ts';
import { hourMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';

type LeadSums = Pick<LeadFields, 'language' | 'source' | 'campaign' | 'status'> & {
  day: string;
  leads: number;
  clients: number;
};

/** `since`: a day in Tashkent. */
export const leadSums = (db: Queries, since: string): Promise<LeadSums[]> =>
  db.all<LeadSums>(
    sql`select day, language, source, campaign, status, count(*) as leads,
        count(*) filter (where status = 'client') as clients
      from contact_submissions where not spam and day >= ${since} group by day, language, source, campaign, status`,
  );

export type FirstReply = { name: string; hours: number };

/** The first change of status of each lead. */
export async function firstReplies(db: Queries, since: string): Promise<FirstReply[]> {
  const replies = await db.all<{ name: string; created: string; at: string }>(
    sql`select who as name, l.created_at as created, at from contact_submissions l join lead_events e on e.id =
        (select min(id) from lead_events where lead_id = l.id and kind = 'status')
      where day >= ${since} and not spam and status <> 'new'`,
  );
  return replies.map(({ name, created, at }) => ({
    name,
    hours: (Date.parse(at) - Date.parse(created)) / hourMs,
  }));
}
