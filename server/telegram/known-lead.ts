import type { Db } from '../db/db.ts';
import { leadByRef } from '../leads/find.ts';
import type { Lead } from '../leads/lead.ts';
import { type Place, rememberMessage } from '../leads/messages.ts';

/**
 * The lead of a message that somebody pressed or replied to; null when it was erased, or is missing in a restored backup. From
 * now on the message is kept up to date, even if nobody recorded it when it was sent.
 */
export async function leadOfMessage(db: Db, place: Place, ref: string): Promise<Lead | null> {
  const lead = await leadByRef(db, ref);
  if (lead) await rememberMessage(db, place, { kind: 'lead', leadIds: [lead.id] });
  return lead;
}
