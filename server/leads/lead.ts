import type { LeadFields, LeadSummary } from '#contract/inbox.ts';
import type { Submission } from '#contract/submission.ts';
import type { Queries } from '#server/db/db.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { dialableNumber } from './phone.ts';
import { readableLine } from './readable.ts';

export type NewLead = Submission &
  Pick<LeadFields, 'language' | 'source' | 'campaign' | 'spam'> & { idempotencyKey: string | null } & Partial<
    Pick<LeadFields, 'status' | 'telegramId'>
  >;

/** A newer lead has a higher `id`. `version`: how often it was changed. */
export type Lead = LeadFields & { id: number; version: number };

/** SQLite has no booleans. */
type LeadRow = Omit<Lead, 'spam' | 'dial' | 'excerpt'> & { spam: boolean | number };

/** `rest` begins with `where`; the table is `l`. */
export async function selectLeads(db: Queries, rest: Sql): Promise<Lead[]> {
  const rows = await db.all<LeadRow>(
    sql`select id, ref, name, phone, email, message, language, source, campaign, spam, status,
      created_at as "createdAt", remind_at as "remindAt", changed_by as "changedBy", telegram_id as "telegramId", version
      from contact_submissions l ${rest}`,
  );
  return rows.map((row) => ({
    ...row,
    spam: Boolean(row.spam),
    dial: dialableNumber(row.phone),
    excerpt: excerptOf(row.message),
  }));
}

export function toSummary(lead: Lead): LeadSummary {
  const { id, version, email, message, dial, telegramId, ...summary } = lead;
  return summary;
}

const excerptLength = 160;

function excerptOf(message: string): string {
  const [line = ''] = message.trimStart().split('\n', 1);
  return readableLine(line.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, ''));
}
