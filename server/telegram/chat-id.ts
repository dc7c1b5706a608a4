/** A group that becomes a supergroup gets a new ID, which is stored for all processes. */
import type { Queries } from '#server/db/db.ts';
import { getState, putState } from '#server/db/state.ts';
import type { Log } from '#server/runtime/log.ts';

const name = 'telegram-chat';
type Move = { from: string; to: string };

/** `configured`: TELEGRAM_CHAT_ID. */
export async function currentChatId(db: Queries, configured: string): Promise<string> {
  const move = await lastMove(db);
  return move?.from === configured ? move.to : configured;
}

/** Accepts the old and the new ID. */
export async function isConfiguredChat(
  db: Queries,
  configured: string,
  { id, username }: { id: number; username?: string | undefined },
): Promise<boolean> {
  if (String(id) === configured || `@${username}`.toLowerCase() === configured.toLowerCase()) return true;
  const { from, to } = (await lastMove(db)) ?? {};
  return [from, to].includes(String(id)) && [from, to].includes(configured);
}

export async function chatMoved(db: Queries, move: Move, log: Log): Promise<void> {
  await putState(db, name, JSON.stringify(move));
  log.warn(`The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to ${move.to}`);
}

async function lastMove(db: Queries): Promise<Move | null> {
  const stored = await getState(db, name);
  return JSON.parse(stored?.value ?? 'null');
}
