import {
  type BotReport,
  type LeadMessage,
  longestRetryMs,
  type Place,
  type TelegramStore,
  taken,
} from '../telegram/telegram-store.ts';
import { normaliseRef } from './ref.ts';
import { type EitherDatabase, listed, type Statement, sql } from './sql.ts';

/** Numbers that only the database counts are text in PostgreSQL's driver. */
type Row = Omit<LeadMessage, 'id' | 'messageId'> & { id: string | number; messageId: string | number };

export const telegram = (db: EitherDatabase): TelegramStore => ({
  /**
   * An end much further away than a lease lasts was set while the clock was ahead; a little further is another's who was
   * quicker: `now()` is when a transaction began.
   */
  async takeLease(holder, ms) {
    const isSame = sql`telegram_lease.holder = excluded.holder`;
    const changed = await db.change(
      sql`insert into telegram_lease (id, holder, expires_at) values (1, ${holder}, ${db.later(ms)})
        on conflict (id) do update set holder = excluded.holder, expires_at = excluded.expires_at,
          state = case when ${isSame} then telegram_lease.state end,
          words = case when ${isSame} then telegram_lease.words end
        where ${isSame} or telegram_lease.expires_at <= ${db.later(0)}
          or telegram_lease.expires_at > ${db.later(2 * ms)}`,
    );
    return changed > 0;
  },

  async releaseLease(holder) {
    await db.change(sql`delete from telegram_lease where holder = ${holder}`);
  },

  async report(holder, { state, words }) {
    await db.change(
      sql`update telegram_lease set state = ${state}, words = ${words} where holder = ${holder}`,
    );
  },

  async reportShutOut(words) {
    await db.change(sql`update telegram_lease set state = 'no-chat', words = ${words}`);
  },

  async reportTaken() {
    if (!(await db.lookFirst(sql`select 1 from telegram_lease where state = 'no-chat'`))) return;
    await db.change(
      sql`update telegram_lease set state = ${taken.state}, words = ${taken.words} where state = 'no-chat'`,
    );
  },

  async lastReport() {
    const [row] = await db.rows<BotReport>(
      sql`select state, words from telegram_lease where expires_at > ${db.later(0)} and state is not null`,
    );
    return row ?? null;
  },

  async expectCopy({ chatId, ref }) {
    const [row] = await db.rows<{ id: string | number }>(
      sql`with lead as (select id from contact_submissions where ref = ${normaliseRef(ref)} ${db.shared})
        insert into telegram_messages (chat_id, submission_id, ref)
        select ${chatId}, (select id from lead), ${normaliseRef(ref)}
        where not exists (select 1 from telegram_messages
          where submission_id = (select id from lead) and message_id is null)
        returning id`,
    );
    return row ? { id: String(row.id) } : null;
  },

  async leaveCopy({ id }) {
    await db.change(
      sql`insert into telegram_messages (chat_id, ref) select chat_id, ref from telegram_messages where id = ${id}`,
    );
  },

  async copiesLeft(limit) {
    const rows = await db.rows<{ ref: string }>(
      sql`select ref from telegram_messages where ${isLeft} group by ref order by min(id) limit ${limit}`,
    );
    return rows.map(({ ref }) => ref);
  },

  async forgetCopies(refs) {
    const left = sql`${isLeft} and ref in (${listed(refs.map((ref) => ref && normaliseRef(ref)))})`;
    if (!(await db.lookFirst(sql`select 1 from telegram_messages where ${left}`))) return false;
    return (await db.change(sql`delete from telegram_messages where ${left}`)) > 0;
  },

  async rememberMessage(message) {
    const { chatId, messageId, ref } = message;
    // In PostgreSQL a trigger counts what was done with the lead, and the lead's row is locked first, as by whoever changes or
    // erases it: one of the two sees what the other did.
    await db.change(
      sql`with lead as (select id from contact_submissions where ref = ${normaliseRef(ref)} ${db.shared})
        insert into telegram_messages (chat_id, message_id, submission_id, ref, wanted)
        select ${chatId}, ${messageId}, (select id from lead), ${normaliseRef(ref)}, (
          select count(*) from lead where exists (
            select 1 from lead_events where submission_id = lead.id and kind in ('status', 'spam', 'note')))
        where true
        on conflict (chat_id, message_id) do nothing`,
    );
    return (await find(db, message)) as LeadMessage;
  },

  findMessage: (chatId, messageId) => find(db, { chatId, messageId }),

  messagesOf: (ref) => select(db, sql`s.ref = ${normaliseRef(ref)} order by m.id`),

  async rememberAnswer({ chatId, messageId }, refs) {
    if (refs === 'all') {
      await db.change(
        sql`insert into telegram_answers (chat_id, message_id) values (${chatId}, ${messageId})`,
      );
      return;
    }
    const leads = sql`(select id from contact_submissions where ref in (${listed(refs)}) ${db.shared}) lead`;
    await db.change(
      sql`insert into telegram_answers (chat_id, message_id, submission_id)
        select ${chatId}, ${messageId}, id from ${leads}`,
      sql`insert into telegram_messages (chat_id, message_id)
        select ${chatId}, ${messageId} where (select count(*) from ${leads}) < ${refs.length}
        on conflict do nothing`,
    );
  },

  async answersOf(ref) {
    const rows = await db.rows<{ chatId: string; messageId: string | number }>(
      sql`select chat_id as "chatId", message_id as "messageId" from telegram_answers
        where submission_id = (select id from contact_submissions where ref = ${normaliseRef(ref)})
          or submission_id is null`,
    );
    return rows.map(({ chatId, messageId }) => ({ chatId, messageId: Number(messageId) }));
  },

  dueMessages(limit, chats = null) {
    const isTurn = sql`(m.retry_at <= ${db.later(0)} or m.retry_at > ${db.later(longestRetryMs)})`;
    // Found by an index, however many wait for their chat or their buttons to be back.
    if (chats?.length === 0)
      return select(db, sql`m.submission_id is null and ${isTurn} order by m.retry_at, m.id limit ${limit}`);
    const isThere = chats ? sql`m.chat_id in (${listed(chats)})` : sql`true`;
    // By a `case`: for an `or` SQLite would read all messages of the chat, at every look.
    return select(
      db,
      sql`(m.submission_id is null or m.wanted > m.shown) and ${isTurn}
        and case when m.submission_id is null then true else ${isThere} end
        order by m.submission_id is null, m.retry_at, m.id limit ${limit}`,
    );
  },

  async messageShown({ id, wanted }) {
    await db.change(
      sql`update telegram_messages set tries = 0, shown = case when shown < ${wanted} then ${wanted} else shown end
        where id = ${id}`,
    );
  },

  async messageFailed({ id, tries }, retryInMs) {
    await db.change(
      sql`update telegram_messages set tries = ${tries + 1}, retry_at = ${db.later(Math.round(retryInMs))}
        where id = ${id}`,
    );
  },

  async forgetMessage({ id }) {
    await db.change(sql`delete from telegram_messages where id = ${id}`);
  },

  isOf: async (bot) => (await noted(db))?.told === bot,

  /**
   * One change: of two processes that learn of another bot together, the slower forgets nothing that the quicker noted
   * since. In PostgreSQL its parts do not see each other's work.
   */
  async belongTo(bot) {
    const former = await noted(db);
    if (former?.told === bot) return false;
    const areAnothers = sql`exists (${notedBot} and told <> ${bot})`;
    await db.change(
      sql`update telegram_messages set message_id = null where ${areAnothers}`,
      sql`insert into telegram_messages (chat_id, submission_id, ref)
        select chat_id, s.id, s.ref from telegram_answers a join contact_submissions s on s.id = a.submission_id
        where ${areAnothers}`,
      sql`insert into telegram_messages (chat_id, submission_id, ref)
        select '', id, ref from contact_submissions
        where ${areAnothers} and exists (select 1 from telegram_answers where submission_id is null)`,
      sql`delete from telegram_answers where ${areAnothers}`,
      sql`insert into notices (kind, key, channel, told, told_at)
        values ('bot', 'telegram', 'telegram', ${bot}, ${new Date()})
        on conflict (kind, key, channel) do update set told = excluded.told, told_at = excluded.told_at`,
    );
    return former !== undefined;
  },

  async moveChat(from, to) {
    await db.change(
      sql`insert into telegram_chats (chat_id, moved_to) values (${from}, ${to})
        on conflict (chat_id) do update set moved_to = excluded.moved_to`,
    );
  },

  async movedTo(chatId) {
    const [row] = await db.rows<{ chat: string }>(
      sql`select moved_to as chat from telegram_chats where chat_id = ${chatId}`,
    );
    return row?.chat ?? null;
  },
});

/** Of a lead that is gone, and nobody but a person can find it. */
const isLeft = sql`submission_id is null and message_id is null`;

const notedBot = sql`select told from notices where kind = 'bot' and key = 'telegram'`;
const noted = async (db: EitherDatabase) => (await db.rows<{ told: string }>(notedBot))[0];

async function select(db: EitherDatabase, condition: Statement): Promise<LeadMessage[]> {
  const rows = await db.rows<Row>(
    sql`select m.id, m.chat_id as "chatId", m.message_id as "messageId", m.wanted, m.tries, s.ref
      from telegram_messages m left join contact_submissions s on s.id = m.submission_id
      where m.message_id is not null and ${condition}`,
  );
  return rows.map(({ id, messageId, ...row }) => ({ ...row, id: String(id), messageId: Number(messageId) }));
}

async function find(db: EitherDatabase, { chatId, messageId }: Place): Promise<LeadMessage | null> {
  const [found] = await select(db, sql`m.chat_id = ${chatId} and m.message_id = ${messageId}`);
  return found ?? null;
}
