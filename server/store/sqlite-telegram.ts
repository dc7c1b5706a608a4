import {
  type BotReport,
  type LeadMessage,
  longestRetryMs,
  type Place,
  type TelegramStore,
  taken,
} from '../telegram/telegram-store.ts';
import { botOfMessages } from './bot-of-messages.ts';
import { normaliseRef } from './ref.ts';
import { onSqlite } from './sql.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

type Row = Omit<LeadMessage, 'id'> & { id: number };

const columns = `m.id, m.chat_id as chatId, m.message_id as messageId, m.wanted, m.tries,
  (select ref from contact_submissions where id = m.submission_id) as ref`;

export const sqliteTelegram = (db: SqliteConnection): TelegramStore => ({
  ...botOfMessages(onSqlite(db)),

  /** An end much further away than a lease lasts was set while the clock was ahead. */
  async takeLease(holder, ms) {
    const now = Date.now();
    const taken = await db.write(
      `insert into telegram_lease (id, holder, expires_at) values (1, ?, ?)
       on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at,
         state = iif(holder = excluded.holder, state, null), words = iif(holder = excluded.holder, words, null)
       where holder = excluded.holder or expires_at <= ? or expires_at > ?`,
      ...[holder, now + ms, now, now + 2 * ms],
    );
    return taken > 0;
  },

  async releaseLease(holder) {
    await db.write('delete from telegram_lease where holder = ?', holder);
  },

  async report(holder, { state, words }) {
    await db.write('update telegram_lease set state = ?, words = ? where holder = ?', state, words, holder);
  },

  async reportShutOut(words) {
    await db.write("update telegram_lease set state = 'no-chat', words = ?", words);
  },

  async reportTaken() {
    if (!db.get("select 1 from telegram_lease where state = 'no-chat'")) return;
    await db.write(
      "update telegram_lease set state = ?, words = ? where state = 'no-chat'",
      ...[taken.state, taken.words],
    );
  },

  async lastReport() {
    const row = db.get<BotReport>(
      'select state, words from telegram_lease where expires_at > ? and state is not null',
      Date.now(),
    );
    return row ? { state: row.state, words: row.words } : null;
  },

  async rememberMessage(message) {
    await db.writeAll(() => {
      const lead = db.get<{ id: number; changed: number }>(
        `select id, exists (select 1 from lead_events
           where submission_id = s.id and kind in ('status', 'spam', 'note')) as changed
         from contact_submissions s where ref = ?`,
        normaliseRef(message.ref),
      );
      db.run(
        `insert into telegram_messages (chat_id, message_id, submission_id, wanted) values (?, ?, ?, ?)
         on conflict (chat_id, message_id) do nothing`,
        ...[message.chatId, message.messageId, lead?.id ?? null, lead?.changed ?? 0],
      );
    });
    return find(db, message) as LeadMessage;
  },

  findMessage: async (chatId, messageId) => find(db, { chatId, messageId }),

  async messagesOf(ref) {
    return select(
      db,
      'm.submission_id = (select id from contact_submissions where ref = ?) order by m.id',
      normaliseRef(ref),
    );
  },

  async rememberAnswer({ chatId, messageId }, refs) {
    const remember = (lead: number | null) =>
      db.run(
        'insert into telegram_answers (chat_id, message_id, submission_id) values (?, ?, ?)',
        ...[chatId, messageId, lead],
      );
    await db.writeAll(() => {
      if (refs === 'all') return remember(null);
      const leads = db.all<{ id: number }>(
        'select id from contact_submissions where ref in (select value from json_each(?))',
        JSON.stringify(refs),
      );
      for (const { id } of leads) remember(id);
      if (leads.length < refs.length)
        db.run(
          'insert into telegram_messages (chat_id, message_id) values (?, ?) on conflict do nothing',
          ...[chatId, messageId],
        );
    });
  },

  async answersOf(ref) {
    return db.all<Place>(
      `select chat_id as chatId, message_id as messageId from telegram_answers
       where submission_id = (select id from contact_submissions where ref = ?) or submission_id is null`,
      normaliseRef(ref),
    );
  },

  async dueMessages(limit, chats = null) {
    const now = Date.now();
    const isTurn = '(m.retry_at <= ? or m.retry_at > ?)';
    const turn = [now, now + longestRetryMs];
    // Found by an index, however many wait for their chat or their buttons to be back.
    if (chats?.length === 0)
      return select(
        db,
        `m.submission_id is null and ${isTurn} order by m.retry_at, m.id limit ?`,
        ...turn,
        limit,
      );
    return select(
      db,
      `(m.submission_id is null or m.wanted > m.shown) and ${isTurn}
         and (? or m.submission_id is null or m.chat_id in (select value from json_each(?)))
       order by m.submission_id is null, m.retry_at, m.id limit ?`,
      ...[...turn, Number(chats === null), JSON.stringify(chats ?? []), limit],
    );
  },

  async messageShown({ id, wanted }) {
    await db.write(
      'update telegram_messages set shown = max(shown, ?), tries = 0 where id = ?',
      ...[wanted, Number(id)],
    );
  },

  async messageFailed({ id, tries }, retryInMs) {
    await db.write(
      'update telegram_messages set tries = ?, retry_at = ? where id = ?',
      ...[tries + 1, Math.round(Date.now() + retryInMs), Number(id)],
    );
  },

  async forgetMessage({ id }) {
    await db.write('delete from telegram_messages where id = ?', Number(id));
  },

  async moveChat(from, to) {
    await db.write('insert or replace into telegram_chats (chat_id, moved_to) values (?, ?)', from, to);
  },

  async movedTo(chatId) {
    const row = db.get<{ to: string }>(
      'select moved_to as "to" from telegram_chats where chat_id = ?',
      chatId,
    );
    return row?.to ?? null;
  },
});

function select(db: SqliteConnection, condition: string, ...values: (string | number)[]): LeadMessage[] {
  return db
    .all<Row>(`select ${columns} from telegram_messages m where ${condition}`, ...values)
    .map((row) => ({ ...row, id: String(row.id) }));
}

function find(db: SqliteConnection, { chatId, messageId }: Place): LeadMessage | null {
  return select(db, 'm.chat_id = ? and m.message_id = ?', chatId, messageId)[0] ?? null;
}
