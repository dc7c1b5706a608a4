/** The buttons under a lead change it. */
import type { Composer, Context } from 'grammy';
import { fill } from '#contract/fill.ts';
import type { Db } from '#server/db/db.ts';
import { type Actor, type ChangeResult, changeStatus, setReminder, setSpam } from '#server/leads/change.ts';
import { findLead } from '#server/leads/find.ts';
import type { Lead } from '#server/leads/lead.ts';
import type { Locale } from '#server/leads/locale.ts';
import {
  type ButtonPress,
  isAboutReminder,
  isReminderTime,
  isStatus,
  leadButtons,
  readButton,
  reminderButtons,
  reminderTime,
} from './buttons.ts';
import { leadOfMessage, personIn } from './chat.ts';
import { doneText } from './texts.ts';

type Dependencies = { db: Db; locale: Locale; wake(): void };

export function addCallbackQueries(staffChat: Composer<Context>, { db, locale, wake }: Dependencies): void {
  const { words, inboxWords } = locale;

  staffChat.on('callback_query:data', async (ctx, next) => {
    const { data, message, id } = ctx.callbackQuery;
    const press = readButton(data);
    if (!press || !message) return next();
    const lead = await leadOfMessage(db, message, press.ref);
    const text = await apply(press, lead, { who: personIn(ctx), dedupeKey: `telegram:press:${id}` });
    const changed = isAboutReminder(press.action) && (await findLead(db, press.ref));
    const buttons = press.action === 'remind' ? reminderButtons : leadButtons;
    // Fails if the message has these buttons already.
    if (changed) await ctx.editMessageReplyMarkup({ reply_markup: buttons(changed, locale) }).catch(() => {});
    wake();
    await ctx.answerCallbackQuery(text);
  });

  /** Returns the text shown to the person. */
  async function apply(press: ButtonPress, lead: Lead | null, actor: Actor): Promise<string> {
    if (!lead) return words.bot.unknown;
    if (press.action === 'remind' || press.action === 'back') return '';
    // Setting a status would leave the lead in spam.
    if (lead.spam && isStatus(press.action)) return alreadyText('spam');
    const changed = await change(press, actor);
    if (changed.ok) return doneText(press, changed.lead.remindAt, locale);
    if (changed.reason === 'not-found') return words.bot.unknown;
    const { status } = changed.lead;
    if (press.action === status) return alreadyText(status);
    const who = changed.last?.who ?? '?';
    return fill(inboxWords.lead.statusConflict, { who, to: inboxWords.status[status] });
  }

  async function change({ ref, seen, action }: ButtonPress, actor: Actor): Promise<ChangeResult> {
    if (isStatus(action)) return changeStatus(db, ref, { from: seen, to: action }, actor);
    if (isReminderTime(action)) return setReminder(db, ref, reminderTime(action), actor);
    if (action === 'no-reminder') return setReminder(db, ref, null, actor);
    return setSpam(db, ref, action === 'spam', actor);
  }

  const alreadyText = (status: keyof typeof inboxWords.status) =>
    fill(words.bot.already, { status: inboxWords.status[status] });
}
