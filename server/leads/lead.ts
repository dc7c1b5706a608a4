import type { LeadStatus, LeadSummary, WholeLead } from '../../contract/inbox.ts';
import type { Submission } from '../../contract/submission.ts';
import { raw } from '../db/sql.ts';
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

export type Lead = Submission & {
  /** Grows with every lead. */
  id: number;
  /** A short reference that people can read to each other, such as `K7Q2-9F3D`. */
  ref: string;
  language: string | null;
  source: string | null;
  campaign: string | null;
  spam: boolean;
  status: LeadStatus;
  createdAt: string;
  remindAt: string | null;
};

export type LeadRow = Omit<Lead, 'spam' | 'createdAt' | 'remindAt'> & {
  spam: boolean | number;
  created_at: string;
  remind_at: string | null;
};

export const leadColumns = raw(
  'id, ref, name, phone, email, message, language, source, campaign, spam, status, created_at, remind_at',
);

export const leadFromRow = ({ created_at, remind_at, spam, ...row }: LeadRow): Lead => ({
  ...row,
  spam: Boolean(spam),
  createdAt: created_at,
  remindAt: remind_at,
});

export function leadSummary(lead: Lead): LeadSummary {
  const { ref, createdAt, name, phone, language, source, campaign, status, spam, remindAt } = lead;
  return {
    ...{ ref, createdAt, name, phone, language, source, campaign, status, spam, remindAt },
    excerpt: excerptOf(lead.message),
  };
}

export const wholeLead = (lead: Lead): WholeLead => ({
  ...leadSummary(lead),
  email: lead.email,
  message: lead.message,
  dial: dialableNumber(lead.phone),
});

const excerptLength = 160;

/** The message's first line, cut. */
function excerptOf(message: string): string {
  const [line = ''] = message.trimStart().split('\n', 1);
  return readableLine(line.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, ''));
}
