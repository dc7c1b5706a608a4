/** Buttons under a lead. */
import type { Composer, Context } from 'grammy';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { type Actor, type Changed, changeStatus, setReminder, setSpam } from '../leads/change.ts';
import { getLead } from '../leads/find.ts';
import type { Locale } from '../leads/locale.ts';
import { type ButtonPress, readButton, tomorrowMorning } from '../outbox/buttons.ts';
import { leadOfMessage } from './known-lead.ts';
import { personIn } from './people.ts';
import { doneText } from './texts.ts';

type Dependencies = { db: Db; locale: Locale; wake(): void };

export function addCallbackQueries(ours: Composer<Context>, { db, locale, wake }: Dependencies): void {
  const { bot } = locale.words;

  ours.on('callback_query:data', async (ctx, next) => {
    const press = readButton(ctx.callbackQuery.data);
    const { message, id } = ctx.callbackQuery;
    if (!press || !message) return next();
    const place = { chatId: String(message.chat.id), messageId: message.message_id };
    const text = await apply(press, place, { who: personIn(ctx), origin: `telegram:press:${id}` });
    wake();
    // Telegram forgets a press after a while; what was pressed counts nevertheless.
    await ctx.answerCallbackQuery({ text }).catch(() => {});
  });

  /** Answers what the person reads. */
  async function apply(
    press: ButtonPress,
    place: Parameters<typeof leadOfMessage>[1],
    actor: Actor,
  ): Promise<string> {
    const lead = await leadOfMessage(db, place, press.ref);
    if (!lead) return bot.unknown;
    const changed = await change(press, lead.spam, actor);
    if (changed.ok) return doneText(press, locale);
    return changed.reason === 'gone' ? bot.unknown : conflictText(changed, press);
  }

  async function change(press: ButtonPress, isSpam: boolean, actor: Actor): Promise<Changed> {
    const { ref } = press;
    if (press.kind === 'spam') return setSpam(db, ref, press.spam, actor);
    if (press.kind === 'remind') return setReminder(db, ref, press.on ? tomorrowMorning() : null, actor);
    // A status would not take it out of spam, so nobody would see the lead again.
    const spam = isSpam ? await getLead(db, ref) : null;
    if (spam) return { ok: false, reason: 'conflict', lead: spam, last: null };
    const changed = await changeStatus(db, ref, press, actor);
    if (changed.ok || changed.reason === 'gone') return changed;
    const { status } = changed.lead;
    // The message may still show the state before the person's own last press: their latest press counts.
    const isOwn = changed.last?.who === actor.who && status !== press.to;
    return isOwn ? changeStatus(db, ref, { from: status, to: press.to }, actor) : changed;
  }

  function conflictText(
    { lead, last }: Extract<Changed, { reason: 'conflict' }>,
    press: ButtonPress,
  ): string {
    const { lead: words, status } = locale.inbox;
    const state = stateOf(lead);
    if (press.kind === 'status' && state === press.to) return fill(bot.already, { status: status[state] });
    const spam = lead.spam ? lead.events.findLast(({ kind }) => kind === 'spam') : undefined;
    return fill(words.statusConflict, { who: (spam ?? last)?.who ?? '?', to: status[state] });
  }
}

const stateOf = ({ status, spam }: LeadDetail) => (spam ? 'spam' : status);
