/** The buttons under a lead in Telegram. */
import { type LeadDetail, type LeadStatus, leadStatuses } from '#contract/inbox.ts';
import { hourMs, startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import type { Locale } from '#server/leads/locale.ts';
import { readableLine } from '#server/leads/readable.ts';
import { cutText } from '#server/outbox/cut-text.ts';

const reminderTimes = ['in-1-hour', 'today-18', 'tomorrow-9', 'in-3-days'] as const;
type ReminderTime = (typeof reminderTimes)[number];

/** `remind` offers times, `back` shows the other buttons again. */
const actions = [
  ...leadStatuses,
  ...reminderTimes,
  'spam',
  'not-spam',
  'remind',
  'no-reminder',
  'back',
] as const;
type Action = (typeof actions)[number];

/** `seen`: the status in the message. If a colleague has changed it since, the press changes nothing. */
export type ButtonPress = { ref: string; seen: LeadStatus; action: Action };
export type Keyboard = { inline_keyboard: { text: string; callback_data: string }[][] };

type ButtonLead = Pick<LeadDetail, 'ref' | 'status' | 'spam' | 'remindAt'>;

const statusRows = [
  ['contacted', 'consultation'],
  ['client', 'lost'],
] as const satisfies LeadStatus[][];

export function leadButtons({ ref, status, spam, remindAt }: ButtonLead, { inboxWords, words }: Locale) {
  // Telegram allows 64 bytes.
  const button = (text: string, action: Action) => ({ text, callback_data: `${ref}:${status}:${action}` });
  if (spam) return { inline_keyboard: [[button(inboxWords.lead.notSpam, 'not-spam')]] };
  // Pressing the current status again undoes it.
  const statusButton = (to: LeadStatus) =>
    status === to ? button(`✓ ${inboxWords.status[to]}`, 'new') : button(inboxWords.status[to], to);
  const remind = button((isUpcoming(remindAt) ? '✓ ' : '') + words.lead.remind, 'remind');
  const isDecided = status === 'client' || status === 'lost';
  const last = [...(isDecided ? [] : [remind]), button(inboxWords.status.spam, 'spam')];
  return { inline_keyboard: [...statusRows.map((row) => row.map(statusButton)), last] };
}

/** Instead of the others, until one is pressed. */
export function reminderButtons({ ref, status, remindAt }: ButtonLead, locale: Locale, now = new Date()) {
  const { inboxWords, words } = locale;
  const names = {
    'in-1-hour': words.lead.remindInHour,
    'today-18': words.lead.remindToday,
    'tomorrow-9': words.lead.remindTomorrow,
    'in-3-days': words.lead.remindLater,
  };
  const button = (text: string, action: Action) => [{ text, callback_data: `${ref}:${status}:${action}` }];
  const offered = reminderTimes.filter((time) => reminderTime(time, now) > now);
  return {
    inline_keyboard: [
      ...offered.map((time) => button(names[time], time)),
      ...(isUpcoming(remindAt) ? [button(inboxWords.lead.reminderRemove, 'no-reminder')] : []),
      button(words.lead.back, 'back'),
    ],
  };
}

/** Null for made-up data. */
export function readButton(data: string): ButtonPress | null {
  const [, ref, ...words] = /^([0-9A-Z]{4}-[0-9A-Z]{4}):([a-z]+):([a-z0-9-]+)$/.exec(data) ?? [];
  const seen = leadStatuses.find((status) => status === words[0]);
  const action = actions.find((action) => action === words[1]);
  return ref && seen && action ? { ref, seen, action } : null;
}

export const isStatus = (action: Action): action is LeadStatus =>
  leadStatuses.some((status) => status === action);

/** False for a reminder that was sent. */
export const isUpcoming = (remindAt: string | null | undefined): remindAt is string =>
  Boolean(remindAt) && new Date(remindAt as string) > new Date();

export const isReminderTime = (action: Action): action is ReminderTime =>
  reminderTimes.some((time) => time === action);

export const isAboutReminder = (action: Action): boolean =>
  isReminderTime(action) || ['remind', 'no-reminder', 'back'].includes(action);

/** On another day at 09:00 in Tashkent. */
export function reminderTime(time: ReminderTime, now = new Date()): Date {
  if (time === 'in-1-hour') return new Date(now.getTime() + hourMs);
  const days = { 'today-18': 0, 'tomorrow-9': 1, 'in-3-days': 3 }[time];
  const start = startOfTashkentDay(tashkentDate(now, -days)) as Date;
  return new Date(start.getTime() + (days === 0 ? 18 : 9) * hourMs);
}

/** Opens a lead of a list. Not read by `readButton`: a reply to the list is no note of its first lead. */
export const openButton = ({ ref, name }: Pick<LeadDetail, 'ref' | 'name'>) => [
  { text: cutText(readableLine(name), maxLabel) || ref, callback_data: `open:${ref}` },
];
const maxLabel = 40;
