/** The buttons under a lead in Telegram, and what they mean. */
import { type LeadDetail, type LeadStatus, leadStatuses } from '../../contract/inbox.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import type { Locale } from '../leads/locale.ts';

type Button = { text: string; callback_data: string };
export type Keyboard = { inline_keyboard: Button[][] };

/** `from`: the status that the person saw. It is compared, so that nobody overwrites a colleague's change unseen. */
export type ButtonPress =
  | { ref: string; kind: 'status'; from: LeadStatus; to: LeadStatus }
  | { ref: string; kind: 'spam'; spam: boolean }
  | { ref: string; kind: 'remind'; on: boolean };

const rows = [
  ['contacted', 'consultation'],
  ['client', 'lost'],
] as const satisfies LeadStatus[][];

export function leadButtons(
  { ref, status, spam, remindAt }: Pick<LeadDetail, 'ref' | 'status' | 'spam' | 'remindAt'>,
  { inbox, words }: Locale,
): Keyboard {
  const spamButton = (text: string, to: boolean) => button(text, { ref, kind: 'spam', spam: to });
  if (spam) return { inline_keyboard: [[spamButton(inbox.lead.notSpam, false)]] };
  const statuses = rows.map((row) =>
    row.map((to) =>
      // Pressing the present status again takes it back.
      status === to
        ? button(`✓ ${inbox.status[to]}`, { ref, kind: 'status', from: status, to: 'new' })
        : button(inbox.status[to], { ref, kind: 'status', from: status, to }),
    ),
  );
  const isDecided = status === 'client' || status === 'lost';
  const remind = isUpcoming(remindAt)
    ? button(`✓ ${words.lead.remind}`, { ref, kind: 'remind', on: false })
    : button(words.lead.remind, { ref, kind: 'remind', on: true });
  const last = [...(isDecided ? [] : [remind]), spamButton(inbox.status.spam, true)];
  return { inline_keyboard: [...statuses, last] };
}

/** A reminder that was sent no longer counts. */
export const isUpcoming = (remindAt: string | null | undefined): remindAt is string =>
  Boolean(remindAt) && new Date(remindAt as string) > new Date();

const hourMs = 3_600_000;

/** When *Eslatish* reminds: tomorrow at 09:00 in Tashkent. */
export function tomorrowMorning(now = new Date()): Date {
  const tomorrow = startOfTashkentDay(tashkentDate(now, -1)) as Date;
  return new Date(tomorrow.getTime() + 9 * hourMs);
}

const button = (text: string, press: ButtonPress): Button => ({ text, callback_data: buttonData(press) });

/** At most 64 bytes: a reference has nine, a status at most twelve. */
function buttonData(press: ButtonPress): string {
  switch (press.kind) {
    case 'status':
      return `s:${press.ref}:${press.from}:${press.to}`;
    case 'spam':
      return `p:${press.ref}:${press.spam ? 'spam' : 'not'}`;
    case 'remind':
      return `r:${press.ref}:${press.on ? 'on' : 'off'}`;
  }
}

/** Null for anything else: anybody in the chat can send made-up data. */
export function readButton(data: string): ButtonPress | null {
  const [kind, ref = '', first = '', second = '', ...rest] = data.split(':');
  if (!/^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(ref) || rest.length > 0) return null;
  const statusIn = (word: string) => leadStatuses.find((status) => status === word);
  if (kind === 'r' && second === '' && ['on', 'off'].includes(first))
    return { ref, kind: 'remind', on: first === 'on' };
  if (kind === 'p' && second === '' && ['spam', 'not'].includes(first))
    return { ref, kind: 'spam', spam: first === 'spam' };
  const [from, to] = [statusIn(first), statusIn(second)];
  return kind === 's' && from && to ? { ref, kind: 'status', from, to } : null;
}
