/** What the provider's staff reads about the service itself, in Uzbek. Counts and references, nothing of a visitor's own. */
import { facts } from '../../content/facts.ts';
import { uz as words } from '../../content/inbox/uz.ts';
import site from '../../content/uz.json' with { type: 'json' };
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { Notice } from '../deliveries/channel.ts';
import { cutText } from '../deliveries/message.ts';
import { dayInUzbek, momentInUzbek } from '../leads/tashkent-time.ts';
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
  /** Its address, where there is one. */
  inbox: string | null;
};

export function digestNotice({
  day,
  since,
  fresh,
  suspects,
  waiting,
  commands,
  placesTaken,
  deadlines,
  ...trouble
}: Digest): Notice {
  const from = `${momentInUzbek(since, day)} dan beri`;
  const lines = [
    fresh > 0 ? `Yangi murojaatlar: ${fresh} (${from})` : `Yangi murojaat yoʻq (${from})`,
    ...(suspects > 0 ? [suspectsSentence(suspects)] : []),
    waiting > 0
      ? `Bir kundan ortiq javob kutayotganlar: ${waiting}${commands ? ' (roʻyxat: /new)' : ''}`
      : 'Bir kundan ortiq javob kutayotgan murojaat yoʻq',
    `Bu mavsumda band joylar: ${placesTaken} / ${facts.clientsPerSeason}`,
    ...deadlines.map(
      ({ date, days, names }) =>
        `Hujjat topshirish muddatiga ${days} kun qoldi (${dayInUzbek(date, day)}): ${names.map(deadlineName).join('; ')}`,
    ),
    ...trouble.ill.map((state) => `⚠️ ${illSentence(state, day)}`),
    ...trouble.dead.map((state) => `⚠️ ${deadSentence(state)}`),
  ];
  return {
    title: `Kunlik hisobot, ${dayInUzbek(day, day)}`,
    text: withAddress(cutText(lines.join('\n'), longestDigest), trouble.inbox),
  };
}

/** Telegram takes 4,096 characters: the trouble of dozens of mailboxes must not keep the rest from being told. */
const longestDigest = 3500;

export function illNotice(state: ChannelState): Notice {
  return {
    title: `⚠️ ${channelName(state.channel)} ishlamayapti`,
    text: [
      illSentence(state),
      ...(state.lastError ? [`${words.health.lastError}: ${state.lastError}`] : []),
      'Murojaatlar yoʻqolmaydi: ular saqlanadi va aloqa tiklangach yuboriladi.',
    ].join('\n'),
  };
}

export function wellNotice(state: ChannelState): Notice {
  return {
    title: `✅ ${channelName(state.channel)} yana ishlayapti`,
    text: ['Murojaatlar yana yetib boryapti.', ...(state.dead > 0 ? [deadSentence(state)] : [])].join('\n'),
  };
}

/** `refs`: of some of them, the newest first. */
export function deadNotice(state: ChannelState, refs: readonly string[], inbox: string | null): Notice {
  const others = state.dead - refs.length;
  return {
    title: `⚠️ ${deadSentence(state)}`,
    text: withAddress(
      [
        'Barcha urinishlar tugadi, endi oʻzi qayta yuborilmaydi.',
        `Murojaat raqami: ${refs.join(', ')}${others > 0 ? ` va yana ${others} ta` : ''}`,
        ...(state.lastError ? [`${words.health.lastError}: ${state.lastError}`] : []),
        `Kanal tuzalgach, murojaatni oching va «${words.lead.resend}» tugmasini bosing yoki texnik xodimdan soʻrang.`,
      ].join('\n'),
      inbox,
    ),
  };
}

/** Of a worker beside a hosted project the first half may be untrue: the form does not ask it. */
export const storeDownNotice = ({ since, error }: { since: Date; error: string }): Notice => ({
  title: '⚠️ Murojaatlar saqlanmayapti',
  text: [
    `${momentInUzbek(since)} dan beri murojaatlar bazasi ishlamayapti: yangi murojaatlar saqlanmayapti yoki yetib kelmayapti.`,
    `${words.health.lastError}: ${error}`,
    'Texnik xodimga darhol xabar bering.',
  ].join('\n'),
});

export const storeBackNotice: Notice = {
  title: '✅ Murojaatlar yana saqlanyapti',
  text: 'Shu orada saytdagi formadan yubora olmaganlar boʻlishi mumkin.',
};

/** A person who is taken for a machine stands in no other count. */
export const suspectsSentence = (count: number) => `Spam deb gumon qilingan: ${count}, tekshiring`;

const withAddress = (text: string, inbox: string | null) => (inbox ? `${text}\n${inbox}` : text);

const illSentence = ({ channel, failingSince }: ChannelState, today?: string) =>
  fill(words.health.banner, {
    channel: channelName(channel),
    time: failingSince ? momentInUzbek(failingSince, today) : '',
  });

const deadSentence = ({ channel, dead }: ChannelState) =>
  fill(words.health.deadBanner, { channel: channelName(channel), count: dead });

const deadlineName = (name: DeadlineAhead['names'][number]) =>
  fill(site.process.deadlines.labels[name], facts);
