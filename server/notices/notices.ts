/**
 * What the service says of itself to those who live on it: a digest every morning, a channel that is ill or well again,
 * leads that a channel was given up on. Told to people (Telegram, mail), not to a webhook, which cannot be called to.
 * All state is in the store, so that it is said once, whoever runs; like a lead it comes twice when a process dies between
 * sending and writing that down. Nothing waits for any of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '../../contract/languages.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { Alarm } from '../deliveries/alarm.ts';
import { tellOnce } from '../deliveries/attempt.ts';
import { kindOf, type Log, type Notice, type Sender } from '../deliveries/channel.ts';
import { silenceMs, type Timing, usualTiming } from '../deliveries/timing.ts';
import { placesTaken } from '../leads/places.ts';
import { speechIn } from '../leads/speech.ts';
import { installedAt } from '../retention.ts';
import { type Channel, type Store, StoreUnavailable } from '../store/store.ts';
import { deadlinesAhead } from './deadlines.ts';
import { digestDue } from './digest-time.ts';
import { isIll } from './illness.ts';
import { type ChannelState, longestHoldMs, type Telling } from './notice-store.ts';
import { type Digest, deadNotice, digestNotice, illNotice, leftNotice, wellNotice } from './words.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const lookMs = minuteMs / 2;
/** Where Telegram will not have the digest by then, it goes by mail. */
const mailAfterMs = 10 * minuteMs;
/** A channel that was ill when the last process ended may be well by now: first the deliveries are left to try it. */
const usualSettleMs = minuteMs;
/** Leads that die, or are erased, one after the other are one message, not many. */
const quietMs = longestHoldMs;
const mostRefs = 10;
/** Told once and for all, so each has to be named: more of them are told an hour later. */
const mostLeft = 100;
/** One is made every night: then two were missed. */
const backupOldMs = 2 * dayMs;
/** 1, 2, 4, 8, 16 and then every 30 minutes. */
const retryMs = (tries: number) => Math.min(2 ** (tries - 1), 30) * minuteMs;

type Dependencies = {
  store: Store;
  /** All that are configured. */
  senders: readonly Sender[];
  /** `09:00` in Tashkent; null: none. */
  digest: string | null;
  /** Whether somebody hears commands in the Telegram chat. */
  commands?: boolean;
  /** Null where none is known of; asked for every digest. */
  lastBackup?: () => Promise<Date | null>;
  /** What they are told in; Uzbek where nothing is said. */
  language?: Language | undefined;
  /** Where leads are read from anywhere, if there is such a place. */
  inbox?: string | null;
  log: Log;
  now?: () => Date;
  /** No right clock shows an earlier time. */
  installed?: Date;
  timing?: Partial<Timing>;
  settleMs?: number;
};

export type Notices = ReturnType<typeof createNotices>;
const notOurs = { end: 'not ours' } as const;
type Span = { since: Date; before: Date };
type Message = {
  saying: Omit<Telling, 'channel'>;
  at: Date;
  words(): Notice | Promise<Notice>;
  quietMs?: number;
};
type Outcome = { end: 'told' | 'not ours' } | { end: 'failed'; nextTry: Date };

export function createNotices({
  store,
  senders,
  digest,
  commands = false,
  inbox = null,
  lastBackup = async () => null,
  language,
  log,
  ...rest
}: Dependencies) {
  const speech = speechIn(language);
  const { now = () => new Date(), installed = installedAt, settleMs = usualSettleMs } = rest;
  const timing = { ...usualTiming, ...rest.timing };
  const channels = senders.map(({ channel }) => channel);
  const people = senders.filter(({ channel }) => kindOf(channel) !== 'webhook');
  const abandon = new AbortController();
  const stopping = new AbortController();
  const ill = new Set<Channel>();
  const loggedIll = new Set<Channel>();
  /** The day each was told of by this process. The store forgets it when the clock of another has that day still to come. */
  const digestTold = new Map<Channel, string>();
  let lookedAt = new Date(0);
  const settledAt = performance.now() + settleMs;
  const isSurelyIll = (state: ChannelState, at: Date) => performance.now() >= settledAt && isIll(state, at);

  /** One look at what there is to say. Whatever goes wrong with one saying holds up no other. */
  async function round(): Promise<void> {
    const at = now();
    if (at < lookedAt) digestTold.clear();
    lookedAt = at;
    // A clock that is behind knows nothing of one that was ahead.
    if (at >= installed) await store.notices.setRight(at, tashkentDate(at));
    const states = await store.notices.channelStates(channels);
    await all([
      ...states.map((state) => tellIllness(state, at)),
      ...states.map((state) => tellDead(state, at)),
      tellLeft(at),
      tellDigest(states, at),
    ]);
  }

  const peopleBut = (channel: Channel) => people.filter((sender) => sender.channel !== channel);

  async function tellIllness(state: ChannelState, at: Date): Promise<void> {
    const { channel } = state;
    const others = peopleBut(channel);
    if (isIll(state, at)) ill.add(channel);
    if (isSurelyIll(state, at)) {
      logIllness(state, others.length);
      const saying = { kind: 'ill', key: channel, saying: 'ill' } as const;
      await tellAll(others, { saying, at, words: () => illNotice(state, inbox, speech) });
    } else if (state.failingSince === null) {
      if (loggedIll.delete(channel)) log.info({ channel }, 'Channel is working again');
      // People are told that leads arrive again: those that would wait for up to a day must not be missing.
      if (ill.has(channel)) await store.deliveries.worked(channel);
      ill.delete(channel);
      const heard = await store.notices.heard('ill', channel);
      const worried = others.filter((sender) =>
        heard.some(({ channel, told }) => channel === sender.channel && told === 'ill'),
      );
      const saying = { kind: 'ill', key: channel, saying: 'well' } as const;
      await tellAll(worried, { saying, at, words: () => wellNotice(state, speech) });
    }
  }

  function logIllness({ channel, failingSince, lastError }: ChannelState, others: number): void {
    if (loggedIll.has(channel)) return;
    loggedIll.add(channel);
    const where = others > 0 ? 'the other channels are notified' : 'there is no other channel to notify';
    log.error(
      { channel, failingSince, error: lastError },
      `Channel is failing, no leads are delivered; ${where}`,
    );
  }

  async function tellDead(state: ChannelState, at: Date): Promise<void> {
    if (state.dead === 0) return;
    const saying = { kind: 'dead', key: state.channel, saying: String(state.givenUp) } as const;
    const words = async () =>
      deadNotice(state, await store.notices.deadLeads(state.channel, mostRefs), inbox, speech);
    await tellAll(peopleBut(state.channel), { saying, at, words, quietMs });
  }

  /**
   * What shows erased leads in Telegram and only a person can find. Who erased one by hand was told there; this is what
   * came to light later, and what nobody erased but time. When somebody knows, it is forgotten.
   */
  async function tellLeft(at: Date): Promise<void> {
    const refs = await store.telegram.copiesLeft(mostLeft);
    if (refs.length === 0) return;
    const saying = { kind: 'left', key: 'telegram', saying: refs.join() } as const;
    const ends = await tellAll(people, { saying, at, words: () => leftNotice(refs, speech), quietMs });
    if (people.length === 0)
      log.warn({ refs }, 'Erased leads may still be visible in Telegram: delete them there by hand');
    else if (!ends.some(({ end }) => end === 'told')) return;
    await write(() => store.telegram.forgetCopies(refs));
  }

  /** By Telegram; by mail where there is none, or where it is silent for too long; by whichever takes it where both are ill. */
  async function tellDigest(states: ChannelState[], at: Date): Promise<void> {
    const [first] = people;
    if (digest === null || !first || at < installed) return;
    const due = digestDue(at, digest);
    const last = await lastDigest();
    const since = last ?? (await store.notices.lastTold('begun'));
    if (since === null) {
      // Whoever sets the service up in the afternoon gets the first one the next morning.
      await store.notices.told({ kind: 'begun', key: 'digest', channel: first.channel, saying: 'begun' }, at);
      return;
    }
    if (!due || (last === null && due.at <= since)) return;
    const heard = await store.notices.heard('digest', due.day);
    if (heard.some(({ channel }) => channel === 'telegram')) return;
    const [earliest] = heard;
    const span = earliest
      ? ((await toldSpan(due.day)) ?? { since, before: earliest.at })
      : { since, before: at };
    const saying = { kind: 'digest', key: due.day, saying: due.day } as const;
    const telegram = people.find(({ channel }) => channel === 'telegram');
    let counted: ReturnType<typeof countDigest> | undefined;
    const wordsFor =
      ({ channel }: Sender) =>
      async () => {
        counted ??= countDigest(due.day, span, at, states);
        const refusedBy = telegram && channel !== telegram.channel ? telegram.channel : null;
        const heardThere = commands && channel === 'telegram';
        return digestNotice({ ...(await counted), commands: heardThere, refusedBy }, speech);
      };

    /** What somebody was told of is what all others are told of that day, however late; the next digest goes on from its end. */
    const tellOf = async (sender: Sender) => {
      if (digestTold.get(sender.channel) === due.day) return notOurs;
      const outcome = await tell(sender, { saying, at, words: wordsFor(sender) });
      const told = {
        kind: 'span',
        key: due.day,
        channel: 'telegram',
        saying: span.since.toISOString(),
      } as const;
      if (outcome.end === 'told') {
        digestTold.set(sender.channel, due.day);
        await write(() => store.notices.told(told, span.before));
      }
      return outcome;
    };

    const mailboxes = people.filter((sender) => sender !== telegram);
    const byMail = { kind: 'by-mail', key: due.day, channel: 'telegram', saying: due.day } as const;
    const isByMail = async () => (await store.notices.heard(byMail.kind, byMail.key)).length > 0;
    if (telegram && (mailboxes.length === 0 || !(await isByMail()))) {
      const outcome = await tellOf(telegram);
      const mailAt = due.at.getTime() + mailAfterMs;
      if (outcome.end !== 'failed' || outcome.nextTry.getTime() < mailAt || mailboxes.length === 0) return;
      // Written down: a mailbox that refuses it is tried again, and Telegram only while all of them do.
      await store.notices.told(byMail, at);
    }
    const ends = (await all(mailboxes.map(tellOf))).map(({ end }) => end);
    // Whichever of them is well again first: nobody would be told of that day.
    if (telegram && heard.length === 0 && ends.includes('failed') && !ends.includes('told'))
      await tellOf(telegram);
  }

  /** Up to when the last one told. Before spans were written down, it told up to when it went out. */
  const lastDigest = async () =>
    (await store.notices.lastTold('span')) ?? (await store.notices.lastTold('digest'));

  async function toldSpan(day: string): Promise<Span | null> {
    const [known] = await store.notices.heard('span', day);
    return known ? { since: new Date(known.told), before: known.at } : null;
  }

  async function countDigest(
    day: string,
    { since, before }: Span,
    at: Date,
    states: ChannelState[],
  ): Promise<Omit<Digest, 'commands' | 'refusedBy'>> {
    const [fresh, suspects, older, taken, backup] = await Promise.all([
      store.countLeads({ since, before }),
      store.countSuspects({ since, before }),
      store.countLeads({ before: new Date(at.getTime() - dayMs) }),
      placesTaken(store, at),
      lastBackup(),
    ]);
    return {
      day,
      since,
      fresh: fresh.all - fresh.spam,
      suspects,
      waiting: older.new,
      placesTaken: taken,
      deadlines: deadlinesAhead(day),
      ill: states.filter((state) => isSurelyIll(state, at)),
      dead: states.filter(({ dead }) => dead > 0),
      oldBackup: backup && at.getTime() - backup.getTime() > backupOldMs ? backup : null,
      inbox,
    };
  }

  const tellAll = (these: readonly Sender[], message: Message) =>
    all(these.map((sender) => tell(sender, message)));

  /** Says it, if it is for this process to say. */
  async function tell(sender: Sender, { saying, at, words, quietMs }: Message): Promise<Outcome> {
    if (stopping.signal.aborted) return notOurs;
    const { channel } = sender;
    const telling = { ...saying, channel };
    const withinMs = timing.attemptMs[kindOf(channel)];
    const tries = await store.notices.claim(telling, now(), withinMs + timing.leaseMarginMs);
    if (tries === null) return notOurs;
    const result = await tellOnce(sender, await words(), withinMs, abandon.signal);
    // Nobody knows whether it arrived: whoever runs after the lease says it again.
    if (result === null) return notOurs;
    const about = { channel, notice: saying.kind, about: saying.key, saying: saying.saying };
    if (result.ok) {
      await write(() => store.notices.told(telling, at, quietMs));
      log.info(about, 'Notification sent');
      return { end: 'told' };
    }
    const wait = Math.min(Math.max(retryMs(tries), silenceMs(result.retryAfterMs)), longestHoldMs);
    await write(() => store.notices.putOff(telling, now(), wait));
    log.warn({ ...about, error: result.error }, 'Notification could not be sent');
    return { end: 'failed', nextTry: new Date(now().getTime() + wait) };
  }

  /** What was said is not forgotten because the store is away: it would be said twice. */
  async function write(change: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await change();
        return;
      } catch (error) {
        if (stopping.signal.aborted || !(error instanceof StoreUnavailable)) throw error;
        await sleep(timing.storeWaitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    round,
    /** Nothing new is begun. What is under way may finish within the grace time. */
    leave(): void {
      stopping.abort();
      setTimeout(() => abandon.abort(), timing.stopGraceMs).unref();
    },
  };
}

/** All of them to their end, then the first failure, if there was one. */
async function all<Said>(sayings: Promise<Said>[]): Promise<Said[]> {
  await Promise.allSettled(sayings);
  return Promise.all(sayings);
}

/** Looks until it is stopped. */
export function startNotices(dependencies: Dependencies): { stop(): Promise<void> } {
  const { log } = dependencies;
  const notices = createNotices(dependencies);
  const alarm = new Alarm();
  let stopped = false;
  let trouble = false;

  const ended = (async () => {
    while (!stopped) {
      try {
        await notices.round();
        trouble = false;
      } catch (error) {
        if (!trouble) log.warn({ error: String(error) }, 'Notifications paused: database unavailable');
        trouble = true;
      }
      if (!stopped) await alarm.sleep(lookMs);
    }
  })();

  return {
    async stop() {
      stopped = true;
      notices.leave();
      alarm.wake();
      await ended;
    },
  };
}
