import type { Sql } from 'postgres';
import {
  type BotReport,
  type LeadMessage,
  longestRetryMs,
  type Place,
  type TelegramStore,
  taken,
} from '../telegram/telegram-store.ts';
import { botOfMessages } from './bot-of-messages.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { normaliseRef } from './ref.ts';
import { onPostgres } from './sql.ts';

/** The driver gives bigint as text. */
type Row = Omit<LeadMessage, 'messageId'> & { messageId: string };

/** All times are the database's: the processes' clocks may differ. */
export const postgresTelegram = (pool: PostgresPool): TelegramStore => ({
  ...botOfMessages(onPostgres(pool)),

  /**
   * An end much further away than a lease lasts was set while the clock was ahead; a little further is another's who was
   * quicker: `now()` is when a transaction began.
   */
  async takeLease(holder, ms) {
    const { count } = await pool.ask(
      (sql) => sql`
      insert into telegram_lease as lease (id, holder, expires_at)
      values (1, ${holder}, now() + ${ms} * interval '1 millisecond')
      on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at,
        state = case when lease.holder = excluded.holder then lease.state end,
        words = case when lease.holder = excluded.holder then lease.words end
      where lease.holder = excluded.holder or lease.expires_at <= now()
        or lease.expires_at > now() + ${2 * ms} * interval '1 millisecond'`,
    );
    return count > 0;
  },

  async releaseLease(holder) {
    await pool.ask((sql) => sql`delete from telegram_lease where holder = ${holder}`);
  },

  async report(holder, { state, words }) {
    await pool.ask(
      (sql) => sql`update telegram_lease set state = ${state}, words = ${words} where holder = ${holder}`,
    );
  },

  async reportShutOut(words) {
    await pool.ask((sql) => sql`update telegram_lease set state = 'no-chat', words = ${words}`);
  },

  async reportTaken() {
    await pool.ask(
      (sql) => sql`
      update telegram_lease set state = ${taken.state}, words = ${taken.words} where state = 'no-chat'`,
    );
  },

  async lastReport() {
    const [row] = await pool.ask(
      (sql) => sql<BotReport[]>`
      select state, words from telegram_lease where expires_at > now() and state is not null`,
    );
    return row ?? null;
  },

  async rememberMessage({ chatId, messageId, ref }) {
    // The lead's row is locked first, as by whoever changes or erases it: one of the two sees what the other did.
    await pool.ask(
      (sql) => sql`
      with lead as (select id from contact_submissions where ref = ${normaliseRef(ref)} for share)
      insert into telegram_messages (chat_id, message_id, submission_id)
      select ${chatId}, ${messageId}, (select id from lead)
      on conflict (chat_id, message_id) do nothing`,
    );
    return (await find(pool, { chatId, messageId })) as LeadMessage;
  },

  findMessage: (chatId, messageId) => find(pool, { chatId, messageId }),

  async messagesOf(ref) {
    const rows = await pool.ask(
      (sql) => sql<Row[]>`select ${columns(sql)} where s.ref = ${normaliseRef(ref)} order by m.id`,
    );
    return rows.map(fromRow);
  },

  async rememberAnswer({ chatId, messageId }, refs) {
    await pool.ask((sql) =>
      refs === 'all'
        ? sql`insert into telegram_answers (chat_id, message_id) values (${chatId}, ${messageId})`
        : sql`
        with lead as (
          select id from contact_submissions where ref = any (string_to_array(${refs.join()}, ',')) for share
        ), kept as (
          insert into telegram_answers (chat_id, message_id, submission_id)
          select ${chatId}, ${messageId}, id from lead
        )
        insert into telegram_messages (chat_id, message_id)
        select ${chatId}, ${messageId} where (select count(*) from lead) < ${refs.length}
        on conflict do nothing`,
    );
  },

  async answersOf(ref) {
    const rows = await pool.ask(
      (sql) => sql<{ chatId: string; messageId: string }[]>`
      select chat_id as "chatId", message_id as "messageId" from telegram_answers
      where submission_id = (select id from contact_submissions where ref = ${normaliseRef(ref)})
        or submission_id is null`,
    );
    return rows.map(({ chatId, messageId }) => ({ chatId, messageId: Number(messageId) }));
  },

  async dueMessages(limit, chats = null) {
    const rows = await pool.ask(
      (sql) => sql<Row[]>`
      select ${columns(sql)}
      where (m.submission_id is null or m.wanted > m.shown)
        and (m.retry_at <= now() or m.retry_at > now() + ${longestRetryMs} * interval '1 millisecond')
        and (${chats === null} or m.submission_id is null
          or m.chat_id = any (string_to_array(${chats?.join() ?? ''}, ',')))
      order by m.submission_id is null, m.retry_at, m.id limit ${limit}`,
    );
    return rows.map(fromRow);
  },

  async messageShown({ id, wanted }) {
    await pool.ask(
      (sql) =>
        sql`update telegram_messages set shown = greatest(shown, ${wanted}), tries = 0 where id = ${id}`,
    );
  },

  async messageFailed({ id, tries }, retryInMs) {
    await pool.ask(
      (sql) => sql`
      update telegram_messages set tries = ${tries + 1}, retry_at = now() + ${retryInMs} * interval '1 millisecond'
      where id = ${id}`,
    );
  },

  async forgetMessage({ id }) {
    await pool.ask((sql) => sql`delete from telegram_messages where id = ${id}`);
  },

  async moveChat(from, to) {
    await pool.ask(
      (sql) => sql`insert into telegram_chats (chat_id, moved_to) values (${from}, ${to})
        on conflict (chat_id) do update set moved_to = excluded.moved_to`,
    );
  },

  async movedTo(chatId) {
    const [row] = await pool.ask(
      (sql) => sql<{ to: string }[]>`select moved_to as to from telegram_chats where chat_id = ${chatId}`,
    );
    return row?.to ?? null;
  },
});

const columns = (sql: Sql) => sql`
  m.id, m.chat_id as "chatId", m.message_id as "messageId", m.wanted, m.tries, s.ref
  from telegram_messages m left join contact_submissions s on s.id = m.submission_id`;

const fromRow = ({ messageId, ...row }: Row): LeadMessage => ({ ...row, messageId: Number(messageId) });

async function find(pool: PostgresPool, { chatId, messageId }: Place): Promise<LeadMessage | null> {
  const rows = await pool.ask(
    (sql) => sql<Row[]>`
    select ${columns(sql)} where m.chat_id = ${chatId} and m.message_id = ${messageId}`,
  );
  return rows.map(fromRow)[0] ?? null;
}
