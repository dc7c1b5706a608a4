import type { LeadStatus, LeadSummary, WholeLead } from '../../contract/inbox.ts';
import type { Submission } from '../../contract/submission.ts';
import type { Db } from '../db/db.ts';
import { type Sql, sql } from '../db/sql.ts';
import { dialableNumber } from './phone.ts';
import { readableLine } from './readable.ts';

/** A submission with what its request said about it. */
export type NewLead = Submission & {
  idempotencyKey: string | null;
  language: string | null;
  /** Where the visitor came from, if known. */
  source: string | null;
  campaign: string | null;
  spam: boolean;
};

export type Lead = Omit<NewLead, 'idempotencyKey'> & {
  /** Grows with every lead. */
  id: number;
  /** A short reference that people can read to each other, such as `K7Q2-9F3D`. */
  ref: string;
  status: LeadStatus;
  createdAt: string;
  remindAt: string | null;
};

/** SQLite has no booleans. */
type LeadRow = Omit<Lead, 'spam'> & { spam: boolean | number };

/** Reads leads; `rest` begins with `where`, and the table is `l`. */
export async function selectLeads(db: Db, rest: Sql): Promise<Lead[]> {
  const rows = await db.all<LeadRow>(
    sql`select id, ref, name, phone, email, message, language, source, campaign, spam, status,
      created_at as "createdAt", remind_at as "remindAt" from contact_submissions l ${rest}`,
  );
  return rows.map((row) => ({ ...row, spam: Boolean(row.spam) }));
}

export const wholeLead = ({ id, ...lead }: Lead): WholeLead => ({
  ...lead,
  dial: dialableNumber(lead.phone),
  excerpt: excerptOf(lead.message),
});

/** Without what only the lead's own page shows. */
export function leadSummary(lead: Lead): LeadSummary {
  const { email, message, dial, ...summary } = wholeLead(lead);
  return summary;
}

const excerptLength = 160;

/** The message's first line, cut. */
function excerptOf(message: string): string {
  const [line = ''] = message.trimStart().split('\n', 1);
  return readableLine(line.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, ''));
}
