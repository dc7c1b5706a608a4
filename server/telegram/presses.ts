/** What happens when somebody in the chat presses a button. */
import type { Context } from 'grammy';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail, LeadStatus } from '../../contract/inbox.ts';
import type { Changed, Leads } from '../leads/leads.ts';
import type { Speech } from '../leads/speech.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type Press, readPress } from './buttons.ts';
import { doneText } from './conversation.ts';
import type { Keeper } from './keeper.ts';
import { personIn } from './people.ts';
import type { LeadMessage, TelegramStore } from './telegram-store.ts';

type Dependencies = { leads: Leads; store: TelegramStore; keeper: Keeper; speech: Speech };

export function createPresses({ leads, store, keeper, speech }: Dependencies) {
  const { bot, lead: ofLead } = speech.words;
  async function onPress(ctx: Context): Promise<void> {
    const press = readPress(ctx.callbackQuery?.data ?? '');
    const message = press && (await messagePressed(ctx, press));
    if (!ctx.callbackQuery || !press || message === 'another') return void (await ctx.answerCallbackQuery());
    const said = await change(press, message, personIn(ctx), ctx.callbackQuery.from.id);
    // A question that was open for too long cannot be answered any more; what was pressed counts nevertheless.
    await ctx.answerCallbackQuery({ text: said }).catch(() => {});
    const now = message && (await store.findMessage(message.chatId, message.messageId));
    if (now) await keeper.keep(now);
  }

  /**
   * What a button holds is looked up, not believed: it must be under the message that we know, or that Telegram shows.
   * One that was sent by a process killed before it could write it down is known from here on. Not where the lead is
   * unknown as well: after a restored backup, or with a new database, the message is all that is left of it.
   */
  async function messagePressed(ctx: Context, press: Press): Promise<LeadMessage | 'another' | null> {
    const shown = ctx.callbackQuery?.message;
    if (!shown) return 'another';
    const place = { chatId: String(shown.chat.id), messageId: shown.message_id };
    const known = await store.findMessage(place.chatId, place.messageId);
    if (known) return known.ref === null || known.ref === press.ref ? known : 'another';
    const keyboard = ('reply_markup' in shown && shown.reply_markup?.inline_keyboard) || null;
    // So old that Telegram does not show it: it is not known, and will not be edited.
    if (!keyboard) return null;
    const isThere = keyboard
      .flat()
      .some((button) => 'callback_data' in button && isOf(press, button.callback_data));
    if (!isThere) return 'another';
    return (await leads.get(press.ref)) && store.rememberMessage({ ...place, ref: press.ref });
  }

  async function change(press: Press, message: LeadMessage | null, who: string, by: number): Promise<string> {
    try {
      const changed = press.kind === 'spam' ? await setSpam(press, who) : await mark(press, who, by);
      return said(changed, press, message);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Whoever gave up waiting for the store may have been heard nevertheless.
      const lead = await leads.get(press.ref).catch(() => null);
      return lead && isSo(press, lead) ? doneText(press, speech) : bot.notNow;
    }
  }

  /** Telegram keeps a press for a day: what somebody else has worked on meanwhile is not put away by it. */
  async function setSpam({ ref, spam, from }: Press & { kind: 'spam' }, who: string): Promise<Changed> {
    const lead = spam && from ? await leads.get(ref) : null;
    const last = lead?.events.findLast((event) => event.kind === 'status') ?? null;
    if (lead && lead.status !== from && last?.who !== who)
      return { ok: false, reason: 'conflict', lead, last };
    return leads.setSpam(ref, spam, who);
  }

  /** What each of them has marked last, by their number in Telegram: two people may have one name. */
  const marked = new Map<number, { ref: string; to: LeadStatus }>();

  async function mark(
    { ref, from, to }: Press & { kind: 'status' },
    who: string,
    by: number,
  ): Promise<Changed> {
    const lead = await leads.get(ref);
    // The presser did not see it yet: marked, it would have a status and still be in no list of work.
    if (lead?.spam) return { ok: false, reason: 'conflict', lead, last: null };
    let changed = await leads.changeStatus(ref, { from, to }, who);
    // Pressed before the message was drawn anew after their own press: what they wanted last counts.
    if (!changed.ok && changed.reason === 'conflict' && changed.last?.who === who) {
      const { status } = changed.lead;
      const own = marked.get(by);
      if (status !== to && own?.ref === ref && own.to === status)
        changed = await leads.changeStatus(ref, { from: status, to }, who);
    }
    if (changed.ok) marked.set(by, { ref, to });
    return changed;
  }

  function said(changed: Changed, press: Press, message: LeadMessage | null): string {
    if (changed.ok) return doneText(press, speech);
    if (changed.reason === 'gone') return message ? ofLead.erased : bot.unknown;
    const { lead, last } = changed;
    const { lead: words, status } = speech.inbox;
    if (lead.spam) {
      const marked = lead.events.findLast(({ kind }) => kind === 'spam');
      return fill(words.statusConflict, { who: marked?.who ?? '?', to: status.spam });
    }
    if (isSo(press, lead)) return fill(bot.already, { status: status[lead.status] });
    return fill(words.statusConflict, { who: last?.who ?? '?', to: status[lead.status] });
  }

  return onPress;
}

const isSo = (press: Press, { status, spam }: LeadDetail) =>
  press.kind === 'spam' ? spam === press.spam : status === press.to;

const isOf = (press: Press, data: string) => readPress(data)?.ref === press.ref;
