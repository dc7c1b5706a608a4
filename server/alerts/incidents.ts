/** Tells people of each incident that has lasted long enough, once, and of its end, once. */
import { channelName } from '#contract/channel-name.ts';
import { fill } from '#contract/fill.ts';
import type { ChannelHealth } from '#contract/inbox.ts';
import { dayMs, hourMs } from '#contract/tashkent-time.ts';
import { getState } from '#server/db/state.ts';
import type { Locale } from '#server/leads/locale.ts';
import { reachesPeople, type StaffMessage } from '#server/outbox/channel.ts';
import { channelStates, hasFailedLong } from '#server/outbox/channel-state.ts';
import {
  allIncidents,
  compareUndelivered,
  forgetIncident,
  type Incident,
  markReported,
} from '#server/outbox/incidents.ts';
import { type AlertOptions, notify } from './notify.ts';

export async function reportIncidents(options: AlertOptions, now: Date): Promise<void> {
  const { db } = options;
  await compareUndelivered(db);
  const incidents = await allIncidents(db);
  for (const incident of incidents) await report(options, incident, now);
  for (const problem of ['refused', 'dead', 'undeleted'] as const)
    await reportLeads(options, problem, incidents, now);
}

async function report(options: AlertOptions, incident: Incident, now: Date): Promise<void> {
  const { db, channels } = options;
  const { name, since, error, reported_at } = incident;
  const isOver = error === null;
  if (!isOver && reported_at) return;
  const recipients = channels.filter((each) => reachesPeople(each) && name !== `channel:${each}`);
  // Another process may have a channel that reaches people.
  if (recipients.length === 0) return;
  const message = await messageOf(options, incident, now);
  if (!isOver && !message) return;
  await db.transaction(async (db) => {
    const isOurs = isOver ? await forgetIncident(db, incident) : await markReported(db, incident, now);
    if (!isOurs || !message) return;
    const key = `${isOver ? 'over' : 'incident'}:${name}:${since}`;
    await notify(db, recipients, key, isOver ? message : { ...message, incident: name });
  });
}

/** Of its end, if `error` is null. Null if nobody needs to know, or not yet. */
async function messageOf(
  { db, locale, inboxUrl }: AlertOptions,
  { name, since, error }: Incident,
  now: Date,
): Promise<StaffMessage | null> {
  const { alerts } = locale.words;
  const { delivery } = locale.inboxWords;
  const isOver = error === null;
  const titleOf = (problem: string) =>
    isOver ? fill(alerts.over, { problem: problem.replace('⚠️ ', '') }) : problem;
  const [, kind = '', about = ''] = /^([^:]*):?(.*)$/.exec(name) ?? [];
  switch (kind) {
    case 'channel': {
      const channel = channelName(about);
      if (isOver) return { title: fill(alerts.working, { channel }), text: alerts.leadsArriving };
      const [state] = await channelStates(db, [about]);
      if (!state || !hasFailedLong(state, now)) return null;
      const text = [
        failingSentence(state, locale),
        ...errorLine(error, locale),
        alerts.leadsSafe,
        ...(inboxUrl ? [`${delivery.bannerLink} ${inboxUrl}/delivery`] : []),
        alerts.fixHint,
      ].join('\n');
      return { title: fill(alerts.failing, { channel }), text };
    }
    case 'backup':
    case 'backup-command': {
      if (!isOver && now.getTime() - Date.parse(since) < dayMs) return null;
      const last = await getState(db, kind);
      const label = kind === 'backup' ? delivery.backup : delivery.backupCommand;
      const text = `${label}: ${last ? locale.moment(new Date(last.at)) : delivery.never}`;
      return { title: titleOf(alerts.backupFails), text: isOver ? text : `${text}\n${alerts.tellAdminNow}` };
    }
    case 'retention': {
      const text = isOver ? '' : `${fill(alerts.retentionTooMany, { count: error })}\n${alerts.tellAdminNow}`;
      return { title: titleOf(alerts.retentionStopped), text };
    }
    case 'account':
      // The error is the name of the account's owner.
      return isOver
        ? null
        : { title: fill(alerts.accountEnded, { name: error }), text: alerts.accountEndedHint };
    default:
      return null;
  }
}

const maxRefs = 10;

/** Incidents of single leads, `PROBLEM:lead:REF:CHANNEL`: in one alert for each channel, and at most one an hour. */
async function reportLeads(
  { db, channels, inboxUrl, locale }: AlertOptions,
  problem: 'refused' | 'dead' | 'undeleted',
  incidents: readonly Incident[],
  now: Date,
): Promise<void> {
  const { alerts } = locale.words;
  const { delivery, lead } = locale.inboxWords;
  const words = {
    refused: { title: `⚠️ ${alerts.refused}`, text: alerts.refusedHint, hint: '' },
    dead: {
      title: `⚠️ ${delivery.deadBanner}`,
      text: alerts.givenUp,
      hint: fill(alerts.resend, { button: lead.resend }),
    },
    undeleted: { title: alerts.undeleted, text: '', hint: alerts.undeletedHint },
  }[problem];
  const ofKind = incidents.filter(({ name }) => name.startsWith(`${problem}:`));
  const channelOf = ({ name }: Incident) => name.split(':').slice(3).join(':');
  const hourAgo = new Date(now.getTime() - hourMs).toISOString();
  for (const [channel, all = []] of Object.entries(Object.groupBy(ofKind, channelOf))) {
    const recipients = channels.filter((each) => reachesPeople(each) && each !== channel);
    const unreported = all.filter(({ reported_at }) => reported_at === null);
    const isRecent = all.some(({ reported_at }) => reported_at !== null && reported_at > hourAgo);
    if (unreported.length === 0 || recipients.length === 0 || isRecent) continue;
    const refs = unreported.map(({ name }) => name.split(':')[2]).reverse();
    const lines = [
      words.text,
      fill(alerts.refs, { refs: refs.slice(0, maxRefs).join(', ') + (refs.length > maxRefs ? '…' : '') }),
      ...(channel ? errorLine(unreported.at(-1)?.error ?? null, locale) : []),
      words.hint,
      channel && inboxUrl ? `${inboxUrl}/delivery` : '',
    ];
    await db.transaction(async (db) => {
      let isOurs = false;
      for (const incident of unreported) isOurs = (await markReported(db, incident, now)) || isOurs;
      if (isOurs)
        await notify(db, recipients, `${problem}:${channel}:${now.toISOString()}`, {
          title: fill(words.title, { channel: channelName(channel), count: unreported.length }),
          text: lines.filter(Boolean).join('\n'),
        });
    });
  }
}

const errorLine = (error: string | null, { inboxWords }: Locale) =>
  error ? [`${inboxWords.delivery.lastError}: ${error}`] : [];

export const failingSentence = ({ channel, failingSince }: ChannelHealth, { inboxWords, moment }: Locale) =>
  fill(inboxWords.delivery.banner, {
    channel: channelName(channel),
    time: moment(new Date(failingSince ?? Date.now())),
  });

export const deadSentence = ({ channel, dead }: ChannelHealth, { inboxWords }: Locale) =>
  fill(inboxWords.delivery.deadBanner, { channel: channelName(channel), count: dead });
