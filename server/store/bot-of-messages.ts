import type { TelegramStore } from '../telegram/telegram-store.ts';
import { type EitherDatabase, sql } from './sql.ts';

/** One change: of two processes that learn of another bot together, the slower forgets nothing that the quicker noted since. */
export const botOfMessages = (db: EitherDatabase): Pick<TelegramStore, 'belongTo' | 'formerUntil'> => ({
  async belongTo(bot) {
    const [known] = await db.rows<{ bot: string }>(
      sql`select told as bot from notices where kind = 'bot' and key = 'telegram'`,
    );
    if (known?.bot === bot) return false;
    const areAnothers = sql`exists (select 1 from notices where kind = 'bot' and key = 'telegram' and told <> ${bot})`;
    await db.change(
      sql`delete from telegram_messages where ${areAnothers}`,
      sql`delete from telegram_answers where ${areAnothers}`,
      sql`insert into notices (kind, key, channel, told, told_at)
        select 'bot', 'former', 'telegram', told, ${new Date()} from notices
        where kind = 'bot' and key = 'telegram' and told <> ${bot}
        on conflict (kind, key, channel) do update set told = excluded.told, told_at = excluded.told_at`,
      sql`insert into notices (kind, key, channel, told, told_at)
        values ('bot', 'telegram', 'telegram', ${bot}, ${new Date()})
        on conflict (kind, key, channel) do update set told = excluded.told, told_at = excluded.told_at`,
    );
    return known !== undefined;
  },

  async formerUntil() {
    const [former] = await db.rows<{ at: Date }>(
      sql`select told_at as at from notices where kind = 'bot' and key = 'former'`,
      'at',
    );
    return former?.at ?? null;
  },
});
