/** What happens when somebody in the chat presses a button. */
import type { Context } from 'grammy';
import type { CallbackQuery } from 'grammy/types';
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
    const said = await change(press, message, personIn(ctx), ctx.callbackQuery);
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

  async function change(
    press: Press,
    message: LeadMessage | null,
    who: string,
    { id, from: { id: by } }: CallbackQuery,
  ): Promise<string> {
    // Telegram keeps a press for a day, and hands it out again after a crash: it counts once, and undoes nothing done since.
    const origin = `telegram:press:${id}`;
    try {
      const changed =
        press.kind === 'spam'
          ? await leads.setSpam(press.ref, press, who, origin)
          : await mark(press, who, { by, origin });
      const answer = said(changed, press, message, by);
      if (changed.ok) pressed.set(by, { ref: press.ref, to: standing(changed.lead) });
      const isConflict = !changed.ok && changed.reason === 'conflict';
      return isConflict && message && (await isLeftBehind(message))
        ? `${answer} ${fill(bot.leftBehind, { ref: press.ref })}`
        : answer;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // Whoever gave up waiting for the store may have been heard nevertheless.
      const lead = await leads.get(press.ref).catch(() => null);
      return lead && isSo(press, lead) ? doneText(press, speech) : bot.notNow;
    }
  }

  /** From before the group became a supergroup: Telegram edits nothing there, so its buttons go on saying what was. */
  const isLeftBehind = async ({ chatId }: LeadMessage) =>
    (await store.movedTo(chatId).catch(() => null)) !== null;

  /** What became of a lead by the last press of each of them, by their number in Telegram: two people may have one name. */
  const pressed = new Map<number, { ref: string; to: Standing }>();
  function isOwn(by: number, lead: LeadDetail): boolean {
    const own = pressed.get(by);
    return own?.ref === lead.ref && own.to === standing(lead);
  }

  async function mark(
    { ref, from, to }: Press & { kind: 'status' },
    who: string,
    { by, origin }: { by: number; origin: string },
  ): Promise<Changed> {
    const lead = await leads.get(ref);
    // The presser did not see it yet: marked, it would have a status and still be in no list of work.
    if (lead?.spam) return { ok: false, reason: 'conflict', lead, last: null };
    const changed = await leads.changeStatus(ref, { from, to }, who, origin);
    if (changed.ok || changed.reason === 'gone') return changed;
    // Pressed before the message was drawn anew after their own press: what they wanted last counts.
    const { status } = changed.lead;
    return changed.last?.who === who && status !== to && isOwn(by, changed.lead)
      ? leads.changeStatus(ref, { from: status, to }, who, origin)
      : changed;
  }

  function said(changed: Changed, press: Press, message: LeadMessage | null, by: number): string {
    if (changed.ok) return doneText(press, speech);
    if (changed.reason === 'gone') return message ? ofLead.erased : bot.unknown;
    const { lead } = changed;
    const { lead: words, status } = speech.inbox;
    const is = status[standing(lead)];
    if (isSo(press, lead) || isOwn(by, lead)) return fill(bot.already, { status: is });
    const spam = lead.events.findLast((event) => event.kind === 'spam');
    // Put away, or brought back after the presser looked.
    const isOfSpam = lead.spam || (press.kind === 'spam' && press.from === lead.status);
    const last = isOfSpam ? spam : changed.last;
    return fill(words.statusConflict, {
      who: last?.who ?? '?',
      to: isOfSpam && !lead.spam ? words.notSpam : is,
    });
  }

  return onPress;
}

type Standing = LeadStatus | 'spam';
const standing = ({ status, spam }: Pick<LeadDetail, 'status' | 'spam'>): Standing =>
  spam ? 'spam' : status;

const isSo = (press: Press, lead: LeadDetail) =>
  press.kind === 'spam' ? lead.spam === press.spam : standing(lead) === press.to;

const isOf = (press: Press, data: string) => readPress(data)?.ref === press.ref;
