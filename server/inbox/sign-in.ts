import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '../../contract/fill.ts';
import type { SignInRefusal } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import type { Db } from '../db/db.ts';
import { type Locale, localeIn } from '../leads/locale.ts';
import { newRef, normaliseRef } from '../leads/ref.ts';
import { type Log, type Notice, reachesPeople, type Sender } from '../outbox/channel.ts';
import { sendNow } from '../outbox/worker.ts';
import { addCode, codeMinutes, dropCode, spendAddress, spendCode, takeTry } from './codes.ts';
import { codeHash, hashOf, isSecret, newSecret, sameHash } from './secrets.ts';
import { openSession } from './sessions.ts';

/** Three people sign in, one of them twice. */
export const codesPerHour = { points: 6, seconds: 3600 };
/** Fewer, so that one stranger cannot use up everybody's. */
export const codesPerHourEach = { points: 4, seconds: 3600 };

/** As submissions/rate-limit.ts makes it. */
export type RateLimit = {
  /** Null when granted, otherwise the seconds to wait. */
  take(client: string): Promise<number | null>;
  /** The same without counting. */
  wait(client: string): Promise<number | null>;
  giveBack(client: string): Promise<void>;
};

/** A slow mail server must not keep a person waiting: after this time the code counts as sent. */
const patienceMs = 8000;

type Options = {
  db: Db;
  senders: readonly Sender[];
  /** Of codes in all, and for each client. */
  limits: { all: RateLimit; each: RateLimit };
  log: Log;
  language?: Language | undefined;
};

export type Client = { address: string; browser: string };
export type SignIn = ReturnType<typeof createSignIn>;

/** No accounts: a code goes to everybody who receives the leads, and opens the inbox. */
export function createSignIn({ db, senders, limits, log, language }: Options) {
  const locale = localeIn(language);
  const receivers = senders.filter(({ channel }) => reachesPeople(channel));
  let quietUntil = 0;

  /** Answers the secret for the browser's cookie. */
  async function requestCode(
    { address, browser }: Client,
    earlier: string | undefined,
  ): Promise<{ secret: string } | SignInRefusal> {
    if (receivers.length === 0) return { error: 'no-channel' };
    const wait = await takeFromLimits(address);
    if (wait !== null) {
      if (performance.now() >= quietUntil)
        log.warn({}, 'Too many sign-in codes requested: no more will be sent for a while');
      quietUntil = Math.max(quietUntil, performance.now() + wait * 1000);
      return { error: 'limited', retryAfterSeconds: wait };
    }
    const secret = newSecret();
    const code = newRef();
    try {
      if (isSecret(earlier)) await dropCode(db, hashOf(earlier));
      await addCode(db, { holder: hashOf(secret), code: codeHash(secret, code) });
    } catch (error) {
      await giveBack(address);
      throw error;
    }
    if (await send(codeNotice(code, browser, locale))) return { secret };
    await dropCode(db, hashOf(secret));
    return { error: 'unreachable' };
  }

  /** Only granted codes count, so both are asked before either is used. */
  const takeFromLimits = async (address: string): Promise<number | null> =>
    (await limits.each.wait(address)) ??
    (await limits.all.wait('')) ??
    (await limits.each.take(address)) ??
    (await limits.all.take(''));

  const giveBack = (address: string) => Promise.all([limits.each.giveBack(address), limits.all.giveBack('')]);

  /** True once somebody has it, or may still get it. */
  async function send(notice: Notice): Promise<boolean> {
    const sendings = receivers.map(async (sender) => {
      const { channel } = sender;
      const result = await sendNow(sender, notice);
      if (result.ok) log.info({ channel }, 'Sign-in code sent');
      else log.warn({ channel, error: result.error }, 'Sign-in code could not be sent');
      if (!result.ok) throw new Error(result.error);
      return true;
    });
    const first = Promise.any(sendings).catch(() => false);
    return Promise.race([first, sleep(patienceMs, true, { ref: false })]);
  }

  async function enterWithCode(
    secret: string | undefined,
    typed: string,
    { address, browser }: Client,
  ): Promise<{ session: string } | SignInRefusal> {
    const dead = { error: 'dead' } as const;
    if (!isSecret(secret)) return dead;
    const holder = hashOf(secret);
    const found = await takeTry(db, holder);
    if (!found) return dead;
    if (!sameHash(found.code, codeHash(secret, normaliseRef(typed)))) {
      log.warn({ left: found.left }, 'Wrong sign-in code');
      return found.left > 0 ? { error: 'wrong', left: found.left } : dead;
    }
    if (!(await spendCode(db, holder))) return dead;
    await giveBack(address);
    return enter(browser);
  }

  async function enterWithAddress(
    token: string,
    browser: string,
  ): Promise<{ session: string } | SignInRefusal> {
    const valid = isSecret(token) && (await spendAddress(db, hashOf(token)));
    return valid ? enter(browser) : { error: 'dead' };
  }

  async function enter(browser: string): Promise<{ session: string }> {
    const session = await openSession(db, browser);
    log.info({}, 'Someone signed in to the inbox');
    return { session };
  }

  return { canSendCode: receivers.length > 0, requestCode, enterWithCode, enterWithAddress };
}

function codeNotice(code: string, browser: string, { words, inbox, momentInTashkent }: Locale): Notice {
  return {
    title: words.code.title,
    code,
    text: [
      `${words.lead.time}: ${momentInTashkent(new Date())}`,
      fill(words.code.browser, { browser: browser || inbox.unknown }),
      '',
      fill(words.code.rule, { minutes: codeMinutes }),
      words.code.warning,
    ].join('\n'),
  };
}
