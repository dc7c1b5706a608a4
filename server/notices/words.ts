/** What the provider's staff reads about the service itself. Counts and references, nothing of a visitor's own. */
import en from '../../content/en.json' with { type: 'json' };
import { facts } from '../../content/facts.ts';
import ru from '../../content/ru.json' with { type: 'json' };
import uz from '../../content/uz.json' with { type: 'json' };
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { Notice } from '../deliveries/channel.ts';
import { cutText } from '../deliveries/message.ts';
import type { Speech } from '../leads/speech.ts';
import type { Channel } from '../store/store.ts';
import type { DeadlineAhead } from './deadlines.ts';
import type { ChannelState } from './notice-store.ts';

export type Digest = {
  day: string;
  /** Leads that came since then, without spam. */
  since: Date;
  fresh: number;
  /** Taken for spam by the program alone, since then. */
  suspects: number;
  /** Nobody has answered them for more than a day. */
  waiting: number;
  /** Whether commands are heard where it goes. */
  commands: boolean;
  placesTaken: number;
  deadlines: DeadlineAhead[];
  ill: ChannelState[];
  dead: ChannelState[];
  /** The last one there is, when it should not be the last. */
  oldBackup: Date | null;
  /** Where it should have gone, and was not taken. */
  refusedBy: Channel | null;
  /** Its address, where there is one. */
  inbox: string | null;
};

export function digestNotice(digest: Digest, speech: Speech): Notice {
  const { day, since, fresh, suspects, waiting, commands, placesTaken, deadlines, ill, dead, inbox } = digest;
  const { refusedBy, oldBackup } = digest;
  const words = speech.words.notices;
  const time = speech.moment(since, day);
  const lines = [
    fill(fresh > 0 ? words.fresh : words.nothingFresh, { count: fresh, time }),
    ...(suspects > 0 ? [suspectsSentence(suspects, speech)] : []),
    waiting > 0
      ? fill(commands ? words.waitingListed : words.waiting, { count: waiting })
      : words.nobodyWaits,
    fill(words.places, { taken: placesTaken, of: facts.clientsPerSeason }),
    ...deadlines.map(({ date, days, names }) =>
      fill(words.deadline, {
        days,
        date: speech.day(date, day),
        names: names.map((name) => deadlineName(name, speech)).join('; '),
      }),
    ),
    ...(oldBackup ? [fill(words.oldBackup, { time: speech.moment(oldBackup, day) })] : []),
    // No lead has failed there yet: nobody else would say why the digest came another way.
    ...(refusedBy && !ill.some(({ channel }) => channel === refusedBy)
      ? [fill(words.ill, { channel: channelName(refusedBy) })]
      : []),
    ...ill.map((state) => `⚠️ ${illSentence(state, speech, day)}`),
    ...dead.map((state) => `⚠️ ${deadSentence(state, speech)}`),
  ];
  return {
    title: fill(words.digest, { day: speech.day(day, day) }),
    text: withAddress(cutText(lines.join('\n'), longestDigest), inbox),
  };
}

/** Telegram takes 4,096 characters: the trouble of dozens of mailboxes must not keep the rest from being told. */
const longestDigest = 3500;

export function illNotice(state: ChannelState, inbox: string | null, speech: Speech): Notice {
  const words = speech.words.notices;
  return {
    title: fill(words.ill, { channel: channelName(state.channel) }),
    text: [
      illSentence(state, speech),
      ...lastError(state, speech),
      words.safe,
      // There the error stands in the reader's own words, beside a button that tries the channel.
      ...(inbox ? [`${speech.inbox.health.bannerLink} ${channelsAt(inbox)}`] : []),
      words.mend,
    ].join('\n'),
  };
}

export function wellNotice(state: ChannelState, speech: Speech): Notice {
  const words = speech.words.notices;
  return {
    title: fill(words.well, { channel: channelName(state.channel) }),
    text: [words.arriving, ...(state.dead > 0 ? [deadSentence(state, speech)] : [])].join('\n'),
  };
}

/** `refs`: of some of them, the newest first. */
export function deadNotice(
  state: ChannelState,
  refs: readonly string[],
  inbox: string | null,
  speech: Speech,
): Notice {
  const words = speech.words.notices;
  const count = state.dead - refs.length;
  return {
    title: `⚠️ ${deadSentence(state, speech)}`,
    text: withAddress(
      [
        words.givenUp,
        fill(count > 0 ? words.refsMore : words.refs, { refs: refs.join(', '), count }),
        ...lastError(state, speech),
        fill(words.resend, { button: speech.inbox.lead.resend }),
      ].join('\n'),
      // They are listed there, to be opened.
      inbox && channelsAt(inbox),
    ),
  };
}

export const leftNotice = (refs: readonly string[], { words: { notices } }: Speech): Notice => ({
  title: notices.left,
  text: [fill(notices.refs, { refs: refs.filter(Boolean).join(', ') || '?' }), notices.lookThere].join('\n'),
});

/** Of a worker beside a hosted project the first half may be untrue: the form does not ask it. */
export const storeDownNotice = (
  { since, error }: { since: Date; error: string },
  { words: { notices }, inbox, moment }: Speech,
): Notice => ({
  title: notices.storeDown,
  text: [
    fill(notices.notStored, { time: moment(since) }),
    `${inbox.health.lastError}: ${error}`,
    notices.tellNow,
  ].join('\n'),
});

export const storeBackNotice = ({ words: { notices } }: Speech): Notice => ({
  title: notices.storeBack,
  text: notices.meanwhile,
});

/** A person who is taken for a machine stands in no other count. */
export const suspectsSentence = (count: number, { words }: Speech) => fill(words.notices.suspects, { count });

const channelsAt = (inbox: string) => `${inbox}/health`;

const withAddress = (text: string, inbox: string | null) => (inbox ? `${text}\n${inbox}` : text);

const lastError = ({ lastError }: ChannelState, { inbox }: Speech) =>
  lastError ? [`${inbox.health.lastError}: ${lastError}`] : [];

const illSentence = ({ channel, failingSince }: ChannelState, { inbox, moment }: Speech, today?: string) =>
  fill(inbox.health.banner, {
    channel: channelName(channel),
    time: failingSince ? moment(failingSince, today) : '',
  });

const deadSentence = ({ channel, dead }: ChannelState, { inbox }: Speech) =>
  fill(inbox.health.deadBanner, { channel: channelName(channel), count: dead });

const sites = { uz, en, ru };
const deadlineName = (name: DeadlineAhead['names'][number], { language }: Speech) =>
  fill(sites[language].process.deadlines.labels[name], facts);
