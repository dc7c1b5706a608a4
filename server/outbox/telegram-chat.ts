/** The chat that leads are sent to. A group that becomes a supergroup gets another id, which is kept here for all processes. */
import type { Db } from '../db/db.ts';
import { getSetting, putSetting } from '../db/settings.ts';
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
  const move = await lastMove(db);
  return [move?.from, move?.to].includes(String(id)) && [move?.from, move?.to].includes(configured);
}

export async function chatMoved(db: Db, { from, to }: Move, log: Log): Promise<void> {
  await putSetting(db, name, JSON.stringify({ from, to }));
  log.warn(`The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to ${to}`);
}

/** Null once the configuration has the new id, or another chat. */
export async function moveFrom(db: Db, configured: string): Promise<Move | null> {
  const move = await lastMove(db);
  return move?.from === configured ? move : null;
}

async function lastMove(db: Db): Promise<Move | null> {
  const setting = await getSetting(db, name);
  return JSON.parse(setting?.value ?? 'null');
}
