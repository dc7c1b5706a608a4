/** The messages in the chat that have personal data. The mirror edits and deletes them. */
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, type Sql, sql } from '#server/db/sql.ts';
import { lastErasedAt } from '#server/leads/erase.ts';
import { leadsByRef, leadVersions } from '#server/leads/find.ts';

export type MessageId = { chatId: string; messageId: number };

/** `version`: the lead's, read before the message was written. */
export async function recordMessage(
  db: Queries,
  { chatId, messageId }: MessageId,
  kind: 'lead' | 'list',
  refs: readonly string[],
  version = 0,
): Promise<void> {
  const now = isoNow();
  // A lead that was erased meanwhile gives null.
  for (const ref of refs)
    await db.run(
      sql`insert into telegram_messages (chat_id, message_id, lead_id, ref, kind, sent_at, due_at, shown_version)
        values (${chatId}, ${messageId}, (select id from ${leadsByRef([ref])} as l), ${ref}, ${kind}, ${now}, ${now}, ${version})
        on conflict do nothing`,
    );
}

/** A file of all leads is deleted as soon as one of them is erased. `readAt`: when the leads were read. */
export async function recordFile(db: Queries, { chatId, messageId }: MessageId, readAt: Date): Promise<void> {
  const at = readAt.toISOString();
  const columns = { chat_id: chatId, message_id: messageId, kind: 'file', sent_at: at, due_at: at };
  await db.run(sql`insert into telegram_messages ${row(columns)}`);
}

export async function firstMessage(db: Queries, leadId: number, chatId: string): Promise<number | null> {
  const first = await db.get<{ message_id: number }>(
    sql`select message_id from telegram_messages where lead_id = ${leadId} and chat_id = ${chatId}
      and kind = 'lead' order by sent_at limit 1`,
  );
  return first?.message_id ?? null;
}

/** A message to edit or to delete, for which `ref` is of an erased lead or null. */
type Row = { chat_id: string; message_id: number; ref: string | null; attempts: number; due_at: string };
export type Behind = Row & { lead_id: number; ref: string; version: number };

const showsErased = async (db: Queries): Promise<Sql> =>
  sql`lead_id is null and (kind <> 'file' or sent_at <= ${await lastErasedAt(db)})`;

/** The next message of an erased lead, and the next one that does not show its lead's last change. */
export async function nextErased(db: Queries): Promise<Row | undefined> {
  return db.get<Row>(
    sql`select chat_id, message_id, ref, attempts, due_at from telegram_messages
      where ${await showsErased(db)} and not given_up and due_at <= ${isoNow()} order by due_at limit 1`,
  );
}
export const nextBehind = (db: Queries): Promise<Behind | undefined> =>
  db.get<Behind>(
    sql`select chat_id, message_id, lead_id, l.ref, l.version, attempts, due_at
      from telegram_messages m join ${leadVersions} as l on l.id = m.lead_id
      where m.kind = 'lead' and m.shown_version < l.version and due_at <= ${isoNow()} order by due_at limit 1`,
  );

/** Returns false if another process has it. If this one dies, others try again at `until`. */
export const lease = async (db: Queries, message: Row, until: Date): Promise<boolean> =>
  (await db.run(sql`update telegram_messages set due_at = ${until.toISOString()}
    where ${isThis(message)} and due_at = ${message.due_at}`)) > 0;

const update = async (db: Queries, message: Row, changes: Sql): Promise<void> =>
  void (await db.run(sql`update telegram_messages set ${changes} where ${isThis(message)}`));

export const retryAt = (db: Queries, message: Row, at: Date, attempts: number) =>
  update(db, message, sql`due_at = ${at.toISOString()}, attempts = ${attempts}`);

export const markShown = (db: Queries, message: Behind) =>
  update(db, message, sql`shown_version = ${message.version}, attempts = 0, due_at = ${isoNow()}`);

/** Only a person can delete it. Of a list, other leads may be erased later. */
export const giveUp = (db: Queries, message: Row) => update(db, message, sql`given_up = (lead_id is null)`);

export async function forget(db: Queries, message: Row): Promise<void> {
  await db.run(sql`delete from telegram_messages where ${isThis(message)}`);
}

/** Whether an erased lead can still be seen in the chat; `given-up`: until a person deletes it. */
export async function remainsOf(db: Queries, ref: string): Promise<'none' | 'pending' | 'given-up'> {
  const rows = await db.all<{ given_up: boolean | number }>(
    sql`select given_up from telegram_messages
      where ${await showsErased(db)} and (ref = ${ref} or kind = 'file')`,
  );
  return rows.some(({ given_up }) => given_up) ? 'given-up' : rows.length > 0 ? 'pending' : 'none';
}
const isThis = ({ chat_id, message_id }: Row) => sql`chat_id = ${chat_id} and message_id = ${message_id}`;
