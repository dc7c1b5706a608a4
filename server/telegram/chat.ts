import type { Log } from '../deliveries/channel.ts';
import type { Trouble } from './api.ts';
import type { TelegramStore } from './telegram-store.ts';

/** The chat leads are brought to. A group that becomes a supergroup has another id, told once and kept for all processes. */
export type Chat = {
  id(): Promise<string>;
  /** All ids it has or had; null for a public name, which is no message's. */
  ids(): Promise<readonly string[] | null>;
  /** Whether an update comes from it. */
  is(chat: { id: number; username?: string | undefined }): Promise<boolean>;
  follow(newId: string): Promise<void>;
  /** Asks whether another process was told of a move. */
  look(): Promise<void>;
  /** The new id, when the configured one is old. */
  movedTo(): string | null;
};

/** Telegram's refusal says that the bot is out of the chat, or may not write there. */
export const isShutOut = ({ code, words }: { code: number; words: string }) =>
  code === 403 ||
  (code === 400 &&
    /chat not found|(not enough|need administrator) rights|CHAT_WRITE_FORBIDDEN|have no (rights|write)/i.test(
      words,
    ));

/** It says that of this very message, not of us or of the moment. */
export const isOfMessage = (trouble: Trouble) =>
  trouble.code === 400 && !isShutOut(trouble) && trouble.movedTo === null;

export function createChat(configured: string, store: TelegramStore | null, log: Log): Chat {
  let moved: string | null = null;
  let asked = false;
  /** Other processes hear of the move from the store, which could not take it yet. */
  let untold = false;

  async function ask(): Promise<void> {
    // A store that is away holds nobody up: whoever sends to the old id is told the new one.
    moved = (await store?.movedTo(configured).catch(() => null)) ?? moved;
    asked = true;
  }

  async function tellMove(): Promise<void> {
    if (moved)
      untold = await Promise.resolve(store?.moveChat(configured, moved)).then(
        () => false,
        () => true,
      );
  }

  return {
    async id() {
      if (!asked) await ask();
      if (untold) await tellMove();
      return moved ?? configured;
    },
    async ids() {
      const id = await this.id();
      return configured.startsWith('@') ? null : [configured, id];
    },
    async is({ id, username }) {
      const known = () =>
        [configured, moved].includes(String(id)) ||
        (username !== undefined && `@${username}`.toLowerCase() === configured.toLowerCase());
      // It may have moved before this process was told.
      if (!known()) await ask();
      if (known()) return true;
      // Or it is what the configured one was before it moved: older messages there can still be pressed.
      const since = await store?.movedTo(String(id)).catch(() => null);
      return since === configured;
    },
    async follow(newId) {
      if (newId === (moved ?? configured)) return;
      moved = newId;
      // With a store, whoever speaks with the chat says so, in the log and in the inbox.
      if (!store) log.warn(`The Telegram group became a supergroup: set TELEGRAM_CHAT_ID to ${newId}`);
      await tellMove();
    },
    look: ask,
    movedTo: () => moved,
  };
}
