import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '#contract/fill.ts';
import type { SignInRefusal } from '#contract/inbox.ts';
import { hourMs } from '#contract/tashkent-time.ts';
import { type Locale, localeIn } from '#server/leads/locale.ts';
import { reachesPeople, type Sender, type StaffMessage } from '#server/outbox/channel.ts';
import { sendNow } from '#server/outbox/outbox.ts';
import { codeMinutes, newCode, tryCode } from './codes.ts';
import type { InboxOptions } from './options.ts';
import { newSecret } from './secrets.ts';

/** Enough for three people. */
export const codesPerHour = 6;
/** Per client, so that one stranger cannot use up all codes. */
export const codesPerHourPerClient = 4;

/** After this time the code counts as sent: the mail server may be slow. */
const sendTimeoutMs = 8000;

/** There are no accounts: everybody who receives the leads receives the codes. */
export function createSignIn({ db, senders, log, config }: InboxOptions) {
  const locale = localeIn(config.language);
  const receivers = senders.filter(({ channel }) => reachesPeople(channel));
  /** By the browser's secret, oldest first. Codes that were entered or reached nobody do not count. */
  const unused = new Map<string, { client: string; at: number }>();

  async function requestCode(client: string, browser: string): Promise<{ secret: string } | SignInRefusal> {
    const waitMs = msToNextCode(client);
    if (waitMs > 0) {
      log.throttled.warn({}, 'Too many sign-in codes requested: no more will be sent for a while');
      return { error: 'limited', retryAfterSeconds: Math.ceil(waitMs / 1000) };
    }
    const secret = newSecret();
    unused.set(secret, { client, at: Date.now() });
    const isSent = await Promise.race([
      sendCode(secret, browser),
      sleep(sendTimeoutMs, true, { ref: false }),
    ]);
    return isSent ? { secret } : { error: 'unreachable' };
  }

  function msToNextCode(client: string): number {
    const hourAgo = Date.now() - hourMs;
    for (const [secret, { at }] of unused) if (at <= hourAgo) unused.delete(secret);
    const all = [...unused.values()];
    const own = all.filter((code) => code.client === client);
    const nextOf = [all.at(-codesPerHour), own.at(-codesPerHourPerClient)];
    return Math.max(0, ...nextOf.map((code) => (code ? code.at - hourAgo : 0)));
  }

  async function sendCode(secret: string, browser: string): Promise<boolean> {
    let isSent = false;
    try {
      const message = codeMessage(await newCode(db, secret), browser, locale);
      isSent = await Promise.any(receivers.map((receiver) => send(receiver, message))).catch(() => false);
      return isSent;
    } finally {
      if (!isSent) unused.delete(secret);
    }
  }

  async function send(sender: Sender, message: StaffMessage): Promise<true> {
    const error = await sendNow(sender, message);
    if (error === null) return true;
    log.warn({ channel: sender.channel, error }, 'Sign-in code could not be sent');
    throw new Error(error);
  }

  async function enterCode(secret: string, typed: string): Promise<SignInRefusal | null> {
    const refusal = await tryCode(db, secret, typed);
    if (refusal) log.throttled.warn(refusal, 'Wrong sign-in code');
    else unused.delete(secret);
    return refusal;
  }

  return { canSendCode: receivers.length > 0, requestCode, enterCode };
}

const codeMessage = (
  code: string,
  browser: string,
  { words, inboxWords, momentInTashkent }: Locale,
): StaffMessage => ({
  title: words.code.title,
  code,
  text: [
    `${words.lead.time}: ${momentInTashkent(new Date())}`,
    fill(words.code.browser, { browser: browser || inboxWords.unknown }),
    '',
    fill(words.code.rule, { minutes: codeMinutes }),
    words.code.warning,
  ].join('\n'),
});
