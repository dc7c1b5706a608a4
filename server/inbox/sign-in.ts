import { setTimeout as sleep } from 'node:timers/promises';
import { fill } from '../../contract/fill.ts';
import type { DoorRefusal, SignedIn } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import { tellOnce } from '../deliveries/attempt.ts';
import { kindOf, type Log, type Sender } from '../deliveries/channel.ts';
import { usualTiming } from '../deliveries/timing.ts';
import { type Speech, speechIn } from '../leads/speech.ts';
import { newRef, normaliseRef } from '../store/ref.ts';
import type { RateLimit } from '../submissions/rate-limit.ts';
import { codeHash, hashOf, isSecret, newSecret, sameHash } from './secrets.ts';
import { codeMinutes, type Session, type SignInStore, sessionDays } from './sign-in-store.ts';

const minuteMs = 60_000;
const triesPerCode = 5;
const sessionMs = sessionDays * 24 * 60 * minuteMs;
/** How exactly the others see when somebody was here. */
const seenEveryMs = 5 * minuteMs;

/** Three people sign in, one of them twice; more than that in an hour is somebody who plays with the button. */
export const codesPerHour = { points: 6, seconds: 3600 };
/** Fewer, so that one stranger alone does not use up what there is for all. */
export const codesPerHourEach = { points: 4, seconds: 3600 };

/** A mail server may take its time. Nobody is left looking at a button for longer than this: it is on its way then. */
const patienceMs = 8000;

type Dependencies = {
  store: SignInStore;
  /** All that are configured; codes go to people only, not to a webhook. */
  senders: readonly Sender[];
  limits: { all: RateLimit; each: RateLimit };
  log: Log;
  /** What a code is told in; Uzbek where nothing is said. */
  language?: Language | undefined;
  now?: () => number;
};

export type SignIn = ReturnType<typeof createSignIn>;
type Entering = { client: string; browser: string };
type Asking = Entering & { earlier: string | undefined };

/** There are no accounts: who already receives the leads gets a code, and who has the code comes in. */
export function createSignIn({ store, senders, limits, log, language, now = Date.now }: Dependencies) {
  const speech = speechIn(language);
  const receivers = senders.filter(({ channel }) => kindOf(channel) !== 'webhook');
  const abandon = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const listeners = new Set<(holder?: string) => void>();
  let silentUntil = 0;
  const time = (inMs = 0) => new Date(now() + inMs);

  async function askForCode(asking: Asking): Promise<{ secret: string } | DoorRefusal> {
    if (receivers.length === 0) return { error: 'no-channel' };
    const own = counterOf(asking.client);
    // Only codes count: whoever asked in vain would use up what the next one who comes in gives back.
    const wait =
      (await limits.each.wait(own)) ??
      (await limits.all.wait(everyone)) ??
      (await limits.each.take(own, 1)) ??
      (await limits.all.take(everyone, 1));
    if (wait !== null) {
      // Once: a stranger who goes on asking must not fill the log.
      if (performance.now() >= silentUntil) {
        silentUntil = performance.now() + wait * 1000;
        log.warn('Too many sign-in codes requested: no more will be sent for a while');
      }
      return { error: 'limited', retryAfterSeconds: wait };
    }
    const secret = newSecret();
    const code = newRef();
    const holder = hashOf(secret);
    const kept = { holder, code: codeHash(secret, code), tries: triesPerCode };
    try {
      if (isSecret(asking.earlier)) await store.dropCode(hashOf(asking.earlier));
      await store.addCode({ ...kept, expiresAt: time(codeMinutes * minuteMs) }, time());
    } catch (error) {
      // Whoever asks again and again while the store is away must not be made to wait for an hour after that.
      await giveBack(asking.client);
      throw error;
    }
    if (await send(code, asking.browser)) return { secret };
    await store.dropCode(holder);
    return { error: 'unreachable' };
  }

  const giveBack = (client: Asking['client']) =>
    Promise.all([limits.each.giveBack(counterOf(client), 1), limits.all.giveBack(everyone, 1)]).catch(
      () => {},
    );

  /** True once somebody has it, or may get it yet; false when nobody will. */
  async function send(code: string, browser: string): Promise<boolean> {
    const notice = codeNotice(code, browser, time(), speech);
    const sendings = receivers.map(async (sender) => {
      const { channel } = sender;
      const result = await tellOnce(sender, notice, usualTiming.attemptMs[kindOf(channel)], abandon.signal);
      if (result?.ok) log.info({ channel }, 'Sign-in code sent');
      else log.warn({ channel, error: result?.error }, 'Sign-in code could not be sent');
      return result?.ok === true;
    });
    const all = Promise.all(sendings).then((outcomes) => outcomes.includes(true));
    underWay.add(all);
    void all.finally(() => underWay.delete(all));
    const first = new Promise<boolean>((resolve) => {
      for (const sending of sendings) void sending.then((ok) => ok && resolve(true));
    });
    return Promise.race([first, all, sleep(patienceMs, true, { ref: false })]);
  }

  async function enterWithCode(
    secret: string | undefined,
    typed: string,
    { client, browser }: Entering,
  ): Promise<{ session: string } | DoorRefusal> {
    if (!isSecret(secret)) return { error: 'dead' };
    const holder = hashOf(secret);
    const found = await store.takeTry(holder, time());
    if (!found) return { error: 'dead' };
    if (!sameHash(found.code, codeHash(secret, normaliseRef(typed)))) {
      log.warn({ left: found.left }, 'Wrong sign-in code');
      return found.left > 0 ? { error: 'wrong', left: found.left } : { error: 'dead' };
    }
    if (!(await store.spendCode(holder, time()))) return { error: 'dead' };
    // Who came in has not asked in play.
    await giveBack(client);
    return openSession(browser);
  }

  async function enterWithAddress(
    token: string,
    { browser }: Entering,
  ): Promise<{ session: string } | DoorRefusal> {
    const valid = isSecret(token) && (await store.spendAddress(hashOf(token), time()));
    return valid ? openSession(browser) : { error: 'dead' };
  }

  /** Always a new secret: one that was in the browser before signing in is worth nothing after it. */
  async function openSession(browser: string): Promise<{ session: string }> {
    const session = newSecret();
    await store.addSession({ holder: hashOf(session), browser, expiresAt: time(sessionMs) }, time());
    log.info('Someone signed in to the inbox');
    return { session };
  }

  async function endOne(holder: string): Promise<void> {
    await store.endSession(holder);
    for (const told of listeners) told(holder);
  }

  return {
    canSendCode: receivers.length > 0,
    askForCode,
    enterWithCode,
    enterWithAddress,

    async findSession(secret: string | undefined): Promise<Session | null> {
      const session = isSecret(secret) ? await store.findSession(hashOf(secret), time()) : null;
      // Nobody waits for it.
      if (session && Math.abs(now() - (session.seenAt?.getTime() ?? 0)) >= seenEveryMs)
        store.sessionSeen(session.holder, time()).catch(() => {});
      return session;
    },
    async openSessions(): Promise<SignedIn[]> {
      const open = await store.openSessions(time());
      return open.map(({ holder, name, browser, seenAt, expiresAt }) => {
        const since = new Date(expiresAt.getTime() - sessionMs);
        return {
          ...{ id: holder, name, browser: browser || null, since: since.toISOString() },
          seenAt: (seenAt ?? since).toISOString(),
        };
      });
    },
    /** The same, for a connection that stays open. */
    async isOpen({ holder }: Session): Promise<boolean> {
      return (await store.findSession(holder, time())) !== null;
    },
    nameSession: (session: Session, name: string) => store.nameSession(session.holder, name),
    async endSession(secret: string | undefined): Promise<void> {
      if (isSecret(secret)) await endOne(hashOf(secret));
    },
    endOne,
    async endAll(): Promise<void> {
      await store.endAll();
      for (const told of listeners) told();
    },
    /** Tells whose session was ended here; without a holder, everybody's. */
    onEnd: (listener: (holder?: string) => void) => void listeners.add(listener),

    /** Gives up on codes that are on their way. */
    leave: () => abandon.abort(),
    async stop(): Promise<void> {
      abandon.abort();
      await Promise.all(underWay);
      await Promise.all([limits.each.close(), limits.all.close()]);
    },
  };
}

const everyone = 'codes for the inbox';
/** Not the client's own name: under that its messages are counted. */
const counterOf = (client: string) => `code ${client}`;

/** Puts a one-time way in into the store, for whoever is at the machine; answers what stands in its address. */
export async function newAddressToken(store: SignInStore, now = Date.now()): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now + codeMinutes * minuteMs);
  await store.addCode({ holder: hashOf(token), code: null, tries: 1, expiresAt }, new Date(now));
  return token;
}

function codeNotice(code: string, browser: string, time: Date, speech: Speech) {
  const { code: words, lead } = speech.words;
  return {
    title: words.title,
    code,
    text: [
      `${lead.time}: ${speech.momentInTashkent(time)}`,
      fill(words.browser, { browser: browser || speech.inbox.unknown }),
      '',
      fill(words.rule, { minutes: codeMinutes }),
      words.warning,
    ].join('\n'),
  };
}
