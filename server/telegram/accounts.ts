/** Accounts whose owners gave the bot their direct messages: business connections. Only those of the staff count. */
import type { Api } from 'grammy';
import type { BusinessConnection } from 'grammy/types';
import type { Health } from '#contract/inbox.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { isoNow, row, sql } from '#server/db/sql.ts';
import type { BotConfig } from '#server/outbox/channel.ts';
import { closeIncident, openIncident } from '#server/outbox/incidents.ts';
import type { Log } from '#server/runtime/log.ts';
import { telegramError } from './api.ts';
import { nameOf } from './chat.ts';
import { currentChatId } from './chat-id.ts';

type Account = { user_id: string; name: string };
type Options = { db: Queries; config: BotConfig; log: Log };

const endedShownDays = 30;

export async function directAccounts(db: Queries): Promise<Health['accounts']> {
  const rows = await db.all<Health['accounts'][number]>(
    sql`select name, since, connected from telegram_accounts
      where connected = ${true} or checked_at > ${isoNow(-endedShownDays * dayMs)} order by since`,
  );
  return rows.map((row) => ({ ...row, connected: Boolean(row.connected) }));
}

export function watchAccounts({ db, config, log }: Options) {
  /** Other people's connections, and when they were last checked. Anybody may connect the bot. */
  const strangers = new Map<string, number>();

  /** Whether the person is in the staff's chat. */
  async function isStaff(api: Api, userId: number): Promise<boolean> {
    if (config.chatId === null) return false;
    const chat = await currentChatId(db, config.chatId);
    if (!/^[-@]/.test(chat)) return String(userId) === chat;
    try {
      const member = await api.getChatMember(chat, userId);
      const isOut = member.status === 'left' || member.status === 'kicked';
      return member.status === 'restricted' ? member.is_member : !isOut;
    } catch (error) {
      if (telegramError(error).code === 400) return false;
      throw error;
    }
  }

  async function update(
    api: Api,
    { id, user, date, is_enabled }: BusinessConnection,
  ): Promise<Account | null> {
    const account = { user_id: String(user.id), name: nameOf(user) };
    const incident = `account:${account.user_id}`;
    const isTheirs = await isStaff(api, user.id);
    if (isTheirs && is_enabled) {
      strangers.delete(id);
      const since = new Date(date * 1000).toISOString();
      const values = { ...account, connection_id: id, since, connected: true, checked_at: isoNow() };
      await db.run(
        sql`insert into telegram_accounts ${row(values)} on conflict (user_id) do update set name = excluded.name,
          connection_id = excluded.connection_id, since = excluded.since, connected = excluded.connected, checked_at = excluded.checked_at`,
      );
      await closeIncident(db, incident);
      return account;
    }
    const ended = await db.run(
      sql`update telegram_accounts set connected = ${false} where connection_id = ${id} and connected = ${true}`,
    );
    if (ended > 0) await openIncident(db, incident, account.name);
    if (!isTheirs && !strangers.has(id))
      log.warn(
        'Somebody who is not in the staff’s chat has connected the bot to their account. It is ignored.',
      );
    strangers.set(id, Date.now());
    return null;
  }

  /** The account that a message came by; null for a stranger's. */
  async function accountOf(api: Api, connectionId: string): Promise<Account | null> {
    const yesterday = isoNow(-dayMs);
    const account = await db.get<Account>(
      sql`select user_id, name from telegram_accounts
        where connection_id = ${connectionId} and connected = ${true} and checked_at > ${yesterday}`,
    );
    if (account || Date.now() - (strangers.get(connectionId) ?? 0) < dayMs) return account ?? null;
    return update(api, await api.getBusinessConnection(connectionId));
  }

  return { isStaff, update, accountOf };
}
