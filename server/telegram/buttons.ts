/** What stands under a lead in the chat, and what a press of it means. */
import { type LeadStatus, leadStatuses } from '../../contract/inbox.ts';
import type { Speech } from '../leads/speech.ts';

type Button = { text: string; callback_data: string };
export type Keyboard = { inline_keyboard: Button[][] };

/**
 * `from`: what the presser saw; null under messages of a version that did not say it. Whoever was quicker has changed it, and
 * nothing is overwritten in silence.
 */
export type Press =
  | { ref: string; kind: 'status'; from: LeadStatus; to: LeadStatus }
  | { ref: string; kind: 'spam'; spam: boolean; from: LeadStatus | null };

const rows = [
  ['contacted', 'consultation'],
  ['client', 'lost'],
] as const satisfies LeadStatus[][];

export function leadButtons(
  ref: string,
  { status, spam }: { status: LeadStatus; spam: boolean },
  { inbox: words }: Speech,
): Keyboard {
  const spamTo = (to: boolean): Press => ({ ref, kind: 'spam', spam: to, from: status });
  if (spam) return { inline_keyboard: [[button(words.lead.notSpam, spamTo(false))]] };
  const statuses = rows.map((row) =>
    row.map((to) =>
      // What is set is taken back by pressing it again. A double press still holds what stood there before.
      status === to
        ? button(`✓ ${words.status[to]}`, { ref, kind: 'status', from: status, to: 'new' })
        : button(words.status[to], { ref, kind: 'status', from: status, to }),
    ),
  );
  return { inline_keyboard: [...statuses, [button(words.status.spam, spamTo(true))]] };
}

const button = (text: string, press: Press): Button => ({ text, callback_data: pressData(press) });

/** At most 64 bytes: a reference has nine, a status at most twelve. */
function pressData(press: Press): string {
  return press.kind === 'status'
    ? `s:${press.ref}:${press.from}:${press.to}`
    : `p:${press.ref}:${press.spam ? 'spam' : 'not'}:${press.from ?? ''}`;
}

/** Null for what is none of ours: anybody can make up what a button holds. */
export function readPress(data: string): Press | null {
  const [kind, ref = '', ...rest] = data.split(':');
  if (!/^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(ref)) return null;
  const known = (word?: string) => leadStatuses.find((status) => status === word);
  if (kind === 'p' && rest.length <= 2 && ['spam', 'not'].includes(rest[0] as string))
    return { ref, kind: 'spam', spam: rest[0] === 'spam', from: known(rest[1]) ?? null };
  const [from, to] = rest.map(known);
  return kind === 's' && rest.length === 2 && from && to ? { ref, kind: 'status', from, to } : null;
}
