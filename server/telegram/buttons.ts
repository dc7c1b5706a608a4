/** The buttons under a lead in Telegram. */
import { type LeadDetail, type LeadStatus, leadStatuses } from '#contract/inbox.ts';
import { hourMs, startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import type { Locale } from '#server/leads/locale.ts';

const actions = [...leadStatuses, 'spam', 'not-spam', 'remind', 'no-reminder'] as const;
type Action = (typeof actions)[number];

/** `seen`: the status in the message. If a colleague has changed it since, the press changes nothing. */
export type ButtonPress = { ref: string; seen: LeadStatus; action: Action };
export type Keyboard = ReturnType<typeof leadButtons>;

const statusRows = [
  ['contacted', 'consultation'],
  ['client', 'lost'],
] as const satisfies LeadStatus[][];

export function leadButtons(
  { ref, status, spam, remindAt }: Pick<LeadDetail, 'ref' | 'status' | 'spam' | 'remindAt'>,
  { inboxWords, words }: Locale,
) {
  // Telegram allows 64 bytes.
  const button = (text: string, action: Action) => ({ text, callback_data: `${ref}:${status}:${action}` });
  if (spam) return { inline_keyboard: [[button(inboxWords.lead.notSpam, 'not-spam')]] };
  // Pressing the current status again undoes it.
  const statusButton = (to: LeadStatus) =>
    status === to ? button(`✓ ${inboxWords.status[to]}`, 'new') : button(inboxWords.status[to], to);
  const remind = isUpcoming(remindAt)
    ? button(`✓ ${words.lead.remind}`, 'no-reminder')
    : button(words.lead.remind, 'remind');
  const isDecided = status === 'client' || status === 'lost';
  const last = [...(isDecided ? [] : [remind]), button(inboxWords.status.spam, 'spam')];
  return { inline_keyboard: [...statusRows.map((row) => row.map(statusButton)), last] };
}

/** Null for made-up data. */
export function readButton(data: string): ButtonPress | null {
  const [, ref, ...words] = /^([0-9A-Z]{4}-[0-9A-Z]{4}):([a-z]+):([a-z-]+)$/.exec(data) ?? [];
  const seen = leadStatuses.find((status) => status === words[0]);
  const action = actions.find((action) => action === words[1]);
  return ref && seen && action ? { ref, seen, action } : null;
}

export const isStatus = (action: Action): action is LeadStatus =>
  leadStatuses.some((status) => status === action);

/** False for a reminder that was sent. */
export const isUpcoming = (remindAt: string | null | undefined): remindAt is string =>
  Boolean(remindAt) && new Date(remindAt as string) > new Date();

/** 09:00 in Tashkent. */
export function tomorrowMorning(now = new Date()): Date {
  const tomorrow = startOfTashkentDay(tashkentDate(now, -1)) as Date;
  return new Date(tomorrow.getTime() + 9 * hourMs);
}
