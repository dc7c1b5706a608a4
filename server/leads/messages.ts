/** Telegram messages that hold personal data. The outbox keeps them up to date and deletes them with the lead. */
import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';

export const editsChannel = 'telegram:edits';

export type Place = { chatId: string; messageId: number };

/** `file`: an export of all leads, deleted as soon as one of them is erased. */
type Shown = { kind: 'lead' | 'list'; leadIds: readonly number[] } | { kind: 'file' };

export async function rememberMessage(db: Db, { chatId, messageId }: Place, shown: Shown): Promise<void> {
  const sent_at = new Date().toISOString();
  const leadIds = shown.kind === 'file' ? [null] : shown.leadIds;
  for (const lead_id of leadIds)
    await db.run(
      sql`insert into telegram_messages ${row({ chat_id: chatId, message_id: messageId, lead_id, kind: shown.kind, sent_at })}
        on conflict do nothing`,
    );
}

/** Edits every message that shows this lead. An edit under way is superseded: it is sent again with the new state. */
export async function queueEdits(db: Db, leadId: number): Promise<void> {
  const messages = await db.all<{ chat_id: string; message_id: number }>(
    sql`select chat_id, message_id from telegram_messages where lead_id = ${leadId} and kind = 'lead'`,
  );
  for (const { chat_id, message_id } of messages) {
    const key = `edit:${chat_id}:${message_id}`;
    const payload = JSON.stringify({ chatId: chat_id, messageId: message_id });
    const columns = row({
      key,
      channel: editsChannel,
      kind: 'edit',
      lead_id: leadId,
      payload,
      due_at: now(),
    });
    await db.run(
      sql`insert into outbox ${columns} on conflict (key) do update
        set state = 'pending', attempts = 0, due_at = excluded.due_at, leased_until = null`,
    );
  }
}

/** Deletes every message that shows one of these leads. Answers the keys of the deletions in the outbox. */
export async function queueDeletions(db: Db, { id, ref }: { id: number; ref: string }): Promise<string[]> {
  const messages = await db.all<{ chat_id: string; message_id: number; sent_at: string }>(
    sql`select chat_id, message_id, min(sent_at) as sent_at from telegram_messages
      where lead_id = ${id} or lead_id is null group by chat_id, message_id order by chat_id, message_id`,
  );
  const keys: string[] = [];
  for (const { chat_id, message_id, sent_at } of messages) {
    const key = `delete:${chat_id}:${message_id}`;
    const payload = JSON.stringify({ chatId: chat_id, messageId: message_id, sentAt: sent_at, ref });
    const columns = row({ key, channel: editsChannel, kind: 'delete', payload, due_at: now() });
    await db.run(sql`insert into outbox ${columns} on conflict (key) do nothing`);
    await db.run(
      sql`delete from telegram_messages where chat_id = ${chat_id} and message_id = ${message_id}`,
    );
    keys.push(key);
  }
  return keys;
}

const now = () => new Date().toISOString();
