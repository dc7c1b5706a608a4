/** Buttons under a lead. */
import type { Composer, Context } from 'grammy';
import { fill } from '../../contract/fill.ts';
import type { Db } from '../db/db.ts';
import { type Actor, type Changed, changeStatus, setReminder, setSpam } from '../leads/change.ts';
import type { Lead } from '../leads/lead.ts';
import type { Locale } from '../leads/locale.ts';
import { type ButtonPress, readButton, tomorrowMorning } from '../outbox/buttons.ts';
import { leadOfMessage, personIn } from './chat.ts';
import { doneText } from './texts.ts';

type Dependencies = { db: Db; locale: Locale; wake(): void };

export function addCallbackQueries(ours: Composer<Context>, { db, locale, wake }: Dependencies): void {
  const { words, inbox } = locale;

  ours.on('callback_query:data', async (ctx, next) => {
    const { data, message, id } = ctx.callbackQuery;
    const press = readButton(data);
    if (!press || !message) return next();
    const lead = await leadOfMessage(db, message, press.ref);
    const text = await apply(press, lead, { who: personIn(ctx), origin: `telegram:press:${id}` });
    wake();
    await ctx.answerCallbackQuery(text);
  });

  /** Answers what the person reads. */
  async function apply(press: ButtonPress, lead: Lead | null, actor: Actor): Promise<string> {
    if (!lead) return words.bot.unknown;
    // A status would not take it out of spam, so nobody would see the lead again.
    if (lead.spam && press.kind === 'status') return alreadyText('spam');
    const changed = await change(press, actor);
    if (changed.ok) return doneText(press, locale);
    if (changed.reason === 'gone') return words.bot.unknown;
    const { status } = changed.lead;
    if (press.kind === 'status' && press.to === status) return alreadyText(status);
    return fill(inbox.lead.statusConflict, { who: changed.last?.who ?? '?', to: inbox.status[status] });
  }

  async function change(press: ButtonPress, actor: Actor): Promise<Changed> {
    if (press.kind === 'spam') return setSpam(db, press.ref, press.spam, actor);
    if (press.kind === 'status') return changeStatus(db, press.ref, press, actor);
    return setReminder(db, press.ref, press.on ? tomorrowMorning() : null, actor);
  }

  const alreadyText = (status: keyof typeof inbox.status) =>
    fill(words.bot.already, { status: inbox.status[status] });
}
