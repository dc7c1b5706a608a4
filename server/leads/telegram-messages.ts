/** Telegram messages with personal data. */
import type { Queries } from '#server/db/db.ts';
import { join, row, sql } from '#server/db/sql.ts';

export type TelegramMessageId = { chatId: string; messageId: number };

export async function recordMessage(
  db: Queries,
  { chatId, messageId }: TelegramMessageId,
  kind: 'lead' | 'list',
  refs: readonly string[],
): Promise<void> {
  await db.run(
    sql`insert into telegram_messages (chat_id, message_id, lead_id, kind, sent_at)
      select ${chatId}, ${messageId}, id, ${kind}, ${new Date().toISOString()} from contact_submissions
      where ref in (${join(['', ...refs])}) on conflict do nothing`,
  );
}

/** A file of all leads is deleted as soon as one of them is erased. */
export async function recordFile(db: Queries, { chatId, messageId }: TelegramMessageId): Promise<void> {
  const columns = { chat_id: chatId, message_id: messageId, kind: 'file', sent_at: new Date().toISOString() };
  await db.run(sql`insert into telegram_messages ${row(columns)}`);
}

type StoredMessage = { chat_id: string; message_id: number };

type LeadKey = { id: number; ref: string };

/** A deletion has no `lead_id`, because it is done after the lead is gone. */
function outboxRow(
  kind: 'edit' | 'delete',
  { chat_id: chatId, message_id: messageId }: StoredMessage,
  { id, ref }: LeadKey,
) {
  const key = `${kind}:${chatId}:${messageId}`;
  const payload = JSON.stringify({ chatId, messageId, ref });
  const lead_id = kind === 'edit' ? id : null;
  const due_at = new Date().toISOString();
  return { key, values: row({ key, channel: 'telegram', kind, lead_id, payload, due_at }) };
}

/** Queues an edit again even if it was sent or is being sent. */
export async function queueEdits(db: Queries, lead: LeadKey): Promise<void> {
  const messages = await db.all<StoredMessage>(
    sql`select chat_id, message_id from telegram_messages where lead_id = ${lead.id} and kind = 'lead'`,
  );
  for (const message of messages) {
    const { values } = outboxRow('edit', message, lead);
    await db.run(
      sql`insert into outbox ${values} on conflict (key) do update
        set state = 'pending', attempts = 0, due_at = excluded.due_at, leased_until = null`,
    );
  }
}

/** Returns the keys of the deletions in the outbox. */
export async function queueDeletions(db: Queries, lead: LeadKey): Promise<string[]> {
  const messages = await db.all<StoredMessage>(
    sql`select distinct chat_id, message_id from telegram_messages
      where lead_id = ${lead.id} or lead_id is null order by chat_id, message_id`,
  );
  const keys: string[] = [];
  for (const message of messages) {
    const { key, values } = outboxRow('delete', message, lead);
    await db.run(sql`insert into outbox ${values} on conflict (key) do nothing`);
    await db.run(
      sql`delete from telegram_messages
        where chat_id = ${message.chat_id} and message_id = ${message.message_id}`,
    );
    keys.push(key);
  }
  return keys;
}
