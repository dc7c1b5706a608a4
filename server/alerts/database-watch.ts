import { fill } from '#contract/fill.ts';
import { minuteMs } from '#contract/tashkent-time.ts';
import type { Locale } from '#server/leads/locale.ts';
import { reachesPeople, type Sender, type StaffMessage } from '#server/outbox/channel.ts';
import { sendNow } from '#server/outbox/outbox.ts';
import type { Log } from '#server/runtime/log.ts';
import { type Running, repeat } from '#server/runtime/repeat.ts';

const pollMs = 5 * minuteMs;
const reportAfterMs = 15 * minuteMs;

/** Each process sends this alert without the outbox, which is in the database. */
export function watchDatabase({
  checkDatabase,
  senders,
  locale,
  log,
}: {
  checkDatabase(): Promise<void>;
  senders: readonly Sender[];
  locale: Locale;
  log: Log;
}): Running {
  const { alerts } = locale.words;
  const people = senders.filter(({ channel }) => reachesPeople(channel));
  let downSince: Date | null = null;
  let isReported = false;

  /** Returns whether it was sent to anyone. */
  async function send(message: StaffMessage): Promise<boolean> {
    const errors = await Promise.all(people.map((sender) => sendNow(sender, message)));
    if (errors.includes(null)) return true;
    log.warn({ errors }, 'Alert could not be sent');
    return false;
  }

  async function look(): Promise<void> {
    const error = await checkDatabase().then(
      () => null,
      (error: Error) => error.message,
    );
    if (error === null) {
      downSince = null;
      if (isReported) isReported = !(await send({ title: alerts.databaseBack, text: alerts.formWasDown }));
      return;
    }
    downSince ??= new Date();
    if (isReported || Date.now() - downSince.getTime() < reportAfterMs) return;
    const since = fill(alerts.leadsNotStored, { time: locale.moment(downSince) });
    const reason = `${locale.inboxWords.delivery.lastError}: ${error}`;
    isReported = await send({
      title: alerts.databaseDown,
      text: [since, reason, alerts.tellAdminNow].join('\n'),
    });
  }

  return repeat(look, () => pollMs);
}
