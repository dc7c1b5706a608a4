/** The texts of alerts and of the digest: counts and references, nothing of a visitor's own. */
import en from '../../content/en.json' with { type: 'json' };
import { facts } from '../../content/facts.ts';
import ru from '../../content/ru.json' with { type: 'json' };
import uz from '../../content/uz.json' with { type: 'json' };
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { Locale } from '../leads/locale.ts';
import type { Notice } from '../outbox/channel.ts';
import type { ChannelState } from '../outbox/channel-state.ts';
import { cutText } from '../outbox/cut-text.ts';
import type { DeadlineAhead } from './deadlines.ts';

export type Digest = {
  day: string;
  since: Date;
  /** Leads since then, without spam. */
  fresh: number;
  /** Leads since then that only the program takes for spam. */
  suspects: number;
  /** Leads nobody has answered for more than a day. */
  waiting: number;
  /** References of leads to call today. */
  due: string[];
  /** Whether the bot answers commands where the digest is read. */
  commands: boolean;
  placesTaken: number;
  deadlines: DeadlineAhead[];
  failing: ChannelState[];
  dead: ChannelState[];
  /** The last backup, when it is too old. */
  oldBackup: Date | null;
  inbox: string | null;
};

/** Telegram takes 4,096 characters. */
const longestDigest = 3500;

export function digestMessage(digest: Digest, locale: Locale): Notice {
  const { day, since, fresh, suspects, waiting, due, commands, deadlines, failing, dead } = digest;
  const words = locale.words.notices;
  const lines = [
    fill(fresh > 0 ? words.fresh : words.nothingFresh, { count: fresh, time: locale.moment(since, day) }),
    ...(suspects > 0 ? [fill(words.suspects, { count: suspects })] : []),
    waiting > 0
      ? fill(commands ? words.waitingListed : words.waiting, { count: waiting })
      : words.nobodyWaits,
    ...(due.length > 0
      ? [fill(words.dueToday, { count: due.length, refs: due.slice(0, 20).join(', ') })]
      : []),
    fill(words.places, { taken: digest.placesTaken, of: facts.clientsPerSeason }),
    ...deadlines.map(({ date, days, names }) =>
      fill(words.deadline, {
        days,
        date: locale.day(date, day),
        names: names.map((name) => deadlineName(name, locale)).join('; '),
      }),
    ),
    ...(digest.oldBackup ? [fill(words.oldBackup, { time: locale.moment(digest.oldBackup, day) })] : []),
    ...failing.map((state) => `⚠️ ${failingSentence(state, locale, day)}`),
    ...dead.map((state) => `⚠️ ${deadSentence(state, locale)}`),
  ];
  return {
    title: fill(words.digest, { day: locale.day(day, day) }),
    text: withAddress(cutText(lines.join('\n'), longestDigest), digest.inbox),
  };
}

export function failingMessage(state: ChannelState, inbox: string | null, locale: Locale): Notice {
  const words = locale.words.notices;
  return {
    title: fill(words.ill, { channel: channelName(state.channel) }),
    text: [
      failingSentence(state, locale),
      ...lastError(state, locale),
      words.safe,
      ...(inbox ? [`${locale.inbox.health.bannerLink} ${healthPage(inbox)}`] : []),
      words.mend,
    ].join('\n'),
  };
}

export function workingMessage(state: ChannelState, locale: Locale): Notice {
  const words = locale.words.notices;
  return {
    title: fill(words.well, { channel: channelName(state.channel) }),
    text: [words.arriving, ...(state.dead > 0 ? [deadSentence(state, locale)] : [])].join('\n'),
  };
}

/** `refs`: of some of them, newest first. */
export function deadMessage(
  state: ChannelState,
  refs: readonly string[],
  inbox: string | null,
  locale: Locale,
): Notice {
  const words = locale.words.notices;
  const count = state.dead - refs.length;
  const lines = [
    words.givenUp,
    fill(count > 0 ? words.refsMore : words.refs, { refs: refs.join(', '), count }),
    ...lastError(state, locale),
    fill(words.resend, { button: locale.inbox.lead.resend }),
  ];
  return {
    title: `⚠️ ${deadSentence(state, locale)}`,
    text: withAddress(lines.join('\n'), inbox && healthPage(inbox)),
  };
}

/** Messages of erased leads that the bot could not delete. */
export const leftMessage = (refs: readonly string[], { words: { notices } }: Locale): Notice => ({
  title: notices.left,
  text: [fill(notices.refs, { refs: refs.join(', ') || '?' }), notices.lookThere].join('\n'),
});

export const backupMessage = (last: Date | null, { words: { notices }, moment }: Locale): Notice => ({
  title: notices.backupFails,
  text: last ? fill(notices.oldBackup, { time: moment(last) }) : notices.tellNow,
});

export const retentionMessage = (leads: number, { words: { notices } }: Locale): Notice => ({
  title: notices.retentionStopped,
  text: [fill(notices.retentionHalf, { count: leads }), notices.tellNow].join('\n'),
});

export const databaseDownMessage = (
  { since, error }: { since: Date; error: string },
  { words: { notices }, inbox, moment }: Locale,
): Notice => ({
  title: notices.storeDown,
  text: [
    fill(notices.notStored, { time: moment(since) }),
    `${inbox.health.lastError}: ${error}`,
    notices.tellNow,
  ].join('\n'),
});

export const databaseBackMessage = ({ words: { notices } }: Locale): Notice => ({
  title: notices.storeBack,
  text: notices.meanwhile,
});

const healthPage = (inbox: string) => `${inbox}/health`;

const withAddress = (text: string, address: string | null) => (address ? `${text}\n${address}` : text);

const lastError = ({ lastError }: ChannelState, { inbox }: Locale) =>
  lastError ? [`${inbox.health.lastError}: ${lastError}`] : [];

const failingSentence = (
  { channel, failingSince }: ChannelState,
  { inbox, moment }: Locale,
  today?: string,
) =>
  fill(inbox.health.banner, {
    channel: channelName(channel),
    time: failingSince ? moment(new Date(failingSince), today) : '',
  });

const deadSentence = ({ channel, dead }: ChannelState, { inbox }: Locale) =>
  fill(inbox.health.deadBanner, { channel: channelName(channel), count: dead });

const sites = { uz, en, ru };
const deadlineName = (name: DeadlineAhead['names'][number], { language }: Locale) =>
  fill(sites[language].process.deadlines.labels[name], facts);
