import type { Locale } from '../leads/locale.ts';
import { type Log, type Notice, reachesPeople, type Sender } from '../outbox/channel.ts';
import { sendNow } from '../outbox/worker.ts';
import { databaseBackMessage, databaseDownMessage } from './messages.ts';

const lookMs = 5 * 60_000;
const reportAfterMs = 15 * 60_000;

/**
 * Tells people that no lead can be stored: the disk is full, or the database is away. The outbox is in that database, so
 * each process sends this itself and repeats it until it was taken.
 */
export function watchDatabase({
  check,
  senders,
  locale,
  log,
  ...timing
}: {
  /** Throws when a lead could not be stored now. */
  check(): Promise<void>;
  senders: readonly Sender[];
  locale: Locale;
  log: Log;
  lookMs?: number;
  reportAfterMs?: number;
}): { stop(): Promise<void> } {
  const people = senders.filter(({ channel }) => reachesPeople(channel));
  const informed = new Set<Sender>();
  let down: Date | null = null;

  async function look(): Promise<void> {
    try {
      await check();
      down = null;
      await Promise.all([...informed].map((sender) => send(sender, databaseBackMessage(locale))));
    } catch (error) {
      down ??= new Date();
      if (Date.now() - down.getTime() < (timing.reportAfterMs ?? reportAfterMs)) return;
      const notice = databaseDownMessage({ since: down, error: (error as Error).message }, locale);
      const uninformed = people.filter((sender) => !informed.has(sender));
      await Promise.all(uninformed.map((sender) => send(sender, notice)));
    }
  }

  async function send(sender: Sender, notice: Notice): Promise<void> {
    const result = await sendNow(sender, notice);
    if (!result.ok) log.warn({ channel: sender.channel, error: result.error }, 'Alert could not be sent');
    else if (down) informed.add(sender);
    else informed.delete(sender);
  }

  let round = look();
  const timer = setInterval(() => {
    round = round.then(look);
  }, timing.lookMs ?? lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
