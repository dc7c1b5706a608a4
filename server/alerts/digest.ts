import type { Content } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import type { ChannelHealth } from '#contract/inbox.ts';
import { dayMs, endOfTashkentDay, tashkentDate, tashkentMinute } from '#contract/tashkent-time.ts';
import { getState, putState } from '#server/db/state.ts';
import { findDueLeads } from '#server/leads/find.ts';
import type { Locale } from '#server/leads/locale.ts';
import { countLeads, countSuspects, placesTaken } from '#server/leads/sums.ts';
import { channelType, type StaffMessage } from '#server/outbox/channel.ts';
import { channelStates, hasFailedLong } from '#server/outbox/channel-state.ts';
import { publishedContent } from '#server/site/versions.ts';
import { deadlinesAhead } from './deadlines.ts';
import { deadSentence, failingSentence } from './incidents.ts';
import { type AlertOptions, notify } from './notify.ts';

/** Sent to Telegram; by mail without Telegram or while it fails. The first is sent the day after the first start. */
export async function sendDigest(options: AlertOptions, now: Date): Promise<void> {
  const { db, channels, digest } = options;
  const [day = '', clock = ''] = tashkentMinute(now).split(' ');
  if (digest === null || clock < digest) return;
  const last = await getState(db, 'digest');
  if (last?.value === day) return;
  const states = await channelStates(db, channels);
  const telegram = states.find(({ channel }) => channel === 'telegram');
  const mailboxes = channels.filter((channel) => channelType(channel) === 'email');
  const hasTelegram = telegram !== undefined && telegram.failingSince === null;
  const recipients =
    mailboxes.length > 0 && !hasTelegram ? mailboxes : channels.filter((channel) => channel === 'telegram');
  if (last) {
    const message = await compose(options, states, new Date(last.at), now);
    await notify(db, recipients, `digest:${day}`, message);
  }
  await putState(db, 'digest', day, now);
}

const maxDue = 200;
const refsShown = 20;

async function compose(
  { db, inboxUrl, locale }: AlertOptions,
  states: readonly ChannelHealth[],
  since: Date,
  now: Date,
): Promise<StaffMessage> {
  const words = locale.words.alerts;
  const content = await publishedContent(db);
  const day = tashkentDate(now);
  const { all, spam } = await countLeads(db, { since, before: now });
  const fresh = all - spam;
  const suspects = await countSuspects(db, { since, before: now });
  const waiting = (await countLeads(db, { before: new Date(now.getTime() - dayMs) })).new;
  const due = (await findDueLeads(db, endOfTashkentDay(day) as Date, maxDue)).map(({ ref }) => ref);
  const lines = [
    fill(fresh > 0 ? words.newLeads : words.noNewLeads, { count: fresh, time: locale.moment(since) }),
    suspects > 0 && fill(words.suspects, { count: suspects }),
    waiting > 0 ? fill(words.waiting, { count: waiting }) : words.noneWaiting,
    due.length > 0 && fill(words.dueToday, { count: due.length, refs: due.slice(0, refsShown).join(', ') }),
    fill(words.places, { taken: await placesTaken(db, now), of: content.facts.clientsPerSeason }),
    ...deadlineLines(content, day, locale),
    ...states
      .filter((state) => hasFailedLong(state, now))
      .map((state) => `⚠️ ${failingSentence(state, locale)}`),
    ...states.filter(({ dead }) => dead > 0).map((state) => `⚠️ ${deadSentence(state, locale)}`),
    inboxUrl,
  ];
  return {
    title: fill(words.digest, { day: locale.day(day) }),
    text: lines.filter(Boolean).join('\n'),
  };
}

function deadlineLines(
  { texts, facts, deadlines }: Content,
  today: string,
  { language, words, day }: Locale,
): string[] {
  const { labels } = texts[language].process.deadlines;
  return deadlinesAhead(deadlines, today).map(({ date, days, names }) =>
    fill(words.alerts.deadline, {
      days,
      date: day(date),
      names: names.map((name) => fill(labels[name], facts)).join('; '),
    }),
  );
}
