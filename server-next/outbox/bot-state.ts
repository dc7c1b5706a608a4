/** How the bot is doing, for the inbox and for monitors: the process that polls Telegram writes it down. */
import type { Db } from '../db/db.ts';
import { getSetting, putSetting } from '../db/settings.ts';
import { sql } from '../db/sql.ts';

/**
 * `nobody`: no process polls Telegram; `elsewhere`: another program polls with the same token; `webhook`: Telegram calls another
 * program; `no-chat`: the bot may not write in the chat; `unset`: no chat is configured; `moved`: TELEGRAM_CHAT_ID is a former
 * id. `words`: Telegram's error, the webhook's host or the chat's new id.
 */
export type BotReport = {
  state: 'ok' | 'nobody' | 'unreachable' | 'elsewhere' | 'webhook' | 'token' | 'no-chat' | 'unset' | 'moved';
  words: string | null;
};

export const botLease = 'telegram';

export const reportBot = (db: Db, report: BotReport): Promise<void> =>
  putSetting(db, 'bot', JSON.stringify(report));

export async function botReport(db: Db): Promise<BotReport> {
  const now = new Date().toISOString();
  const lease = await db.get<object>(
    sql`select 1 from leases where name = ${botLease} and expires_at >= ${now}`,
  );
  const setting = lease ? await getSetting(db, 'bot') : undefined;
  return setting?.value ? JSON.parse(setting.value) : { state: 'nobody', words: null };
}
