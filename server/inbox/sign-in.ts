import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '#contract/fill.ts';
import type { SignInRefusal } from '#contract/inbox.ts';
import { type Locale, localeIn } from '#server/leads/locale.ts';
import { reachesPeople, type StaffMessage } from '#server/outbox/channel.ts';
import { sendNow } from '#server/outbox/outbox.ts';
import { throttledLog } from '#server/runtime/log.ts';
import { createRateLimit } from '#server/runtime/rate-limit.ts';
import { codeMinutes, newCode, tryCode } from './codes.ts';
import type { InboxOptions } from './options.ts';

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
  const totalLimit = createRateLimit({ points: codesPerHour, seconds: 3600 });
  const clientLimit = createRateLimit({ points: codesPerHourPerClient, seconds: 3600 });
  const throttled = throttledLog(log);

  async function requestCode(address: string, browser: string): Promise<{ secret: string } | SignInRefusal> {
    const retryAfterSeconds = await takeFromLimits(address);
    if (retryAfterSeconds !== null) {
      throttled.warn({}, 'Too many sign-in codes requested: no more will be sent for a while');
      return { error: 'limited', retryAfterSeconds };
    }
    const { code, secret } = await newCode(db);
    const isSent = await send(codeMessage(code, browser, locale));
    return isSent ? { secret } : { error: 'unreachable' };
  }

  async function takeFromLimits(address: string): Promise<number | null> {
    const wait = await clientLimit.take(address);
    if (wait !== null) return wait;
    const totalWait = await totalLimit.take('');
    if (totalWait !== null) await clientLimit.refund(address);
    return totalWait;
  }

  async function send(message: StaffMessage): Promise<boolean> {
    const sendings = receivers.map(async (sender) => {
      const error = await sendNow(sender, message);
      if (error === null) return true;
      log.warn({ channel: sender.channel, error }, 'Sign-in code could not be sent');
      throw new Error(error);
    });
    const first = Promise.any(sendings).catch(() => false);
    return Promise.race([first, sleep(sendTimeoutMs, true, { ref: false })]);
  }

  async function enterCode(secret: string, typed: string, address: string): Promise<SignInRefusal | null> {
    const refusal = await tryCode(db, secret, typed);
    if (refusal) throttled.warn(refusal, 'Wrong sign-in code');
    else await Promise.all([clientLimit.refund(address), totalLimit.refund('')]);
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
