/** The chat that leads are sent to. A group that becomes a supergroup gets another id, which is kept here for all processes. */
import type { Db } from '../db/db.ts';
import { row, sql } from '../db/sql.ts';
import type { Log } from './channel.ts';

const name = 'telegram-chat';
type Move = { from: string; to: string };

/** The chat's present id. `configured`: TELEGRAM_CHAT_ID. */
export async function currentChatId(db: Db, configured: string): Promise<string> {
  const move = await moveFrom(db, configured);
  return move?.to ?? configured;
}

/** Whether an update comes from the chat, under its former or its present id. */
export async function isConfiguredChat(
  db: Db,
  configured: string,
  { id, username }: { id: number; username?: string | undefined },
): Promise<boolean> {
  if (String(id) === configured || `@${username}`.toLowerCase() === configured.toLowerCase()) return true;
  return String(id) === (await currentChatId(db, configured));
}

export async function chatMoved(db: Db, { from, to }: Move, log: Log): Promise<void> {
  const columns = row({ name, value: JSON.stringify({ from, to }), at: new Date().toISOString() });
  await db.run(sql`insert into settings ${columns} on conflict (name) do update set value = excluded.value`);
  log.warn(`The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to ${to}`);
}

/** Null once the configuration has the new id, or another chat. */
export async function moveFrom(db: Db, configured: string): Promise<Move | null> {
  const setting = await db.get<{ value: string }>(sql`select value from settings where name = ${name}`);
  const move: Move | null = setting ? JSON.parse(setting.value) : null;
  return move?.from === configured ? move : null;
}
