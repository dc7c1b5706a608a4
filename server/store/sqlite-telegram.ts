import {
  type BotReport,
  type LeadMessage,
  longestRetryMs,
  type Place,
  type TelegramStore,
} from '../telegram/telegram-store.ts';
import { normaliseRef } from './ref.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

type Row = Omit<LeadMessage, 'id'> & { id: number };

const columns = `m.id, m.chat_id as chatId, m.message_id as messageId, m.wanted, m.tries,
  (select ref from contact_submissions where id = m.submission_id) as ref`;

export class SqliteTelegram implements TelegramStore {
  readonly #db: SqliteConnection;

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  /** An end much further away than a lease lasts was set while the clock was ahead. */
  async takeLease(holder: string, ms: number): Promise<boolean> {
    const now = Date.now();
    const taken = await this.#db.write(
      `insert into telegram_lease (id, holder, expires_at) values (1, ?, ?)
       on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at,
         state = iif(holder = excluded.holder, state, null), words = iif(holder = excluded.holder, words, null)
       where holder = excluded.holder or expires_at <= ? or expires_at > ?`,
      ...[holder, now + ms, now, now + 2 * ms],
    );
    return taken > 0;
  }

  async releaseLease(holder: string): Promise<void> {
    await this.#db.write('delete from telegram_lease where holder = ?', holder);
  }

  async report(holder: string, { state, words }: BotReport): Promise<void> {
    await this.#db.write(
      'update telegram_lease set state = ?, words = ? where holder = ?',
      state,
      words,
      holder,
    );
  }

  async reportShutOut(words: string): Promise<void> {
    await this.#db.write("update telegram_lease set state = 'no-chat', words = ?", words);
  }

  async lastReport(): Promise<BotReport | null> {
    const row = this.#db.get<BotReport>(
      'select state, words from telegram_lease where expires_at > ? and state is not null',
      Date.now(),
    );
    return row ? { state: row.state, words: row.words } : null;
  }

  async rememberMessage(message: Place & { ref: string }): Promise<LeadMessage> {
    await this.#db.writeAll(() => {
      const lead = this.#db.get<{ id: number; changed: number }>(
        `select id, exists (select 1 from lead_events
           where submission_id = s.id and kind in ('status', 'spam', 'note')) as changed
         from contact_submissions s where ref = ?`,
        normaliseRef(message.ref),
      );
      this.#db.run(
        `insert into telegram_messages (chat_id, message_id, submission_id, wanted) values (?, ?, ?, ?)
         on conflict (chat_id, message_id) do nothing`,
        ...[message.chatId, message.messageId, lead?.id ?? null, lead?.changed ?? 0],
      );
    });
    return (await this.findMessage(message.chatId, message.messageId)) as LeadMessage;
  }

  async findMessage(chatId: string, messageId: number): Promise<LeadMessage | null> {
    const [message] = this.#select('m.chat_id = ? and m.message_id = ?', chatId, messageId);
    return message ?? null;
  }

  async messagesOf(ref: string): Promise<LeadMessage[]> {
    return this.#select(
      'm.submission_id = (select id from contact_submissions where ref = ?) order by m.id',
      normaliseRef(ref),
    );
  }

  async rememberAnswer({ chatId, messageId }: Place, refs: readonly string[] | 'all'): Promise<void> {
    const remember = (lead: number | null) =>
      this.#db.run(
        'insert into telegram_answers (chat_id, message_id, submission_id) values (?, ?, ?)',
        ...[chatId, messageId, lead],
      );
    await this.#db.writeAll(() => {
      if (refs === 'all') return remember(null);
      const leads = this.#db.all<{ id: number }>(
        'select id from contact_submissions where ref in (select value from json_each(?))',
        JSON.stringify(refs),
      );
      for (const { id } of leads) remember(id);
      if (leads.length < refs.length)
        this.#db.run(
          'insert into telegram_messages (chat_id, message_id) values (?, ?) on conflict do nothing',
          ...[chatId, messageId],
        );
    });
  }

  async answersOf(ref: string): Promise<Place[]> {
    return this.#db.all<Place>(
      `select chat_id as chatId, message_id as messageId from telegram_answers
       where submission_id = (select id from contact_submissions where ref = ?) or submission_id is null`,
      normaliseRef(ref),
    );
  }

  async dueMessages(limit: number): Promise<LeadMessage[]> {
    const now = Date.now();
    return this.#select(
      `(m.submission_id is null or m.wanted > m.shown) and (m.retry_at <= ? or m.retry_at > ?)
       order by m.submission_id is null, m.retry_at, m.id limit ?`,
      ...[now, now + longestRetryMs, limit],
    );
  }

  #select(condition: string, ...values: (string | number)[]): LeadMessage[] {
    return this.#db
      .all<Row>(`select ${columns} from telegram_messages m where ${condition}`, ...values)
      .map((row) => ({ ...row, id: String(row.id) }));
  }

  async messageShown({ id, wanted }: LeadMessage): Promise<void> {
    await this.#db.write(
      'update telegram_messages set shown = max(shown, ?), tries = 0 where id = ?',
      ...[wanted, Number(id)],
    );
  }

  async messageFailed({ id, tries }: LeadMessage, retryInMs: number): Promise<void> {
    await this.#db.write(
      'update telegram_messages set tries = ?, retry_at = ? where id = ?',
      ...[tries + 1, Math.round(Date.now() + retryInMs), Number(id)],
    );
  }

  async forgetMessage({ id }: LeadMessage): Promise<void> {
    await this.#db.write('delete from telegram_messages where id = ?', Number(id));
  }

  async moveChat(from: string, to: string): Promise<void> {
    await this.#db.write('insert or replace into telegram_chats (chat_id, moved_to) values (?, ?)', from, to);
  }

  async movedTo(chatId: string): Promise<string | null> {
    const row = this.#db.get<{ to: string }>(
      'select moved_to as "to" from telegram_chats where chat_id = ?',
      chatId,
    );
    return row?.to ?? null;
  }
}
