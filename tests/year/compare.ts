/** What every view shows is what people did. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { backupDays } from '#content/company.ts';
import { fill } from '#contract/fill.ts';
import { type Health, type LeadDetail, type LeadPage, leadStatuses, type Stats } from '#contract/inbox.ts';
import { dayMs, hourMs, tashkentDate } from '#contract/tashkent-time.ts';
import { backupFolder } from '#server/upkeep/backups.ts';
import { locale, type Office, refIn, showsLead } from './office.ts';
import type { Known } from './people.ts';

const { lead: words, alerts } = locale.words;
const statusWords = locale.inboxWords.status;
const isAlive = ({ erasedAt }: Known) => erasedAt === Number.POSITIVE_INFINITY;
const sorted = <T>(values: Iterable<T>) => [...values].sort();
const some = <T>(values: readonly T[], count: number) =>
  values.filter((_, i) => i % Math.ceil(values.length / count) === 0);

/** The CSV has every lead, the list's tabs count them, and their details are what people wrote. */
export async function compareInbox({ staff: { sardor } }: Office, leads: readonly Known[]): Promise<void> {
  const alive = leads.filter(isAlive);
  const csv = await sardor.ask<string>('GET', '/leads.csv?headings=en');
  const [head, ...rows] = csv
    .replace('\ufeff', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.slice(1, -1).split('","'));
  const { ref, status, spam, lastNote, yes } = locale.words.csv;
  const columns = [ref, words.name, status, spam, lastNote].map((heading) => head?.indexOf(heading) ?? -1);
  expect(
    sorted(rows.map((cells) => columns.map((column) => cells[column]?.replace(/^'/, '')).join())),
  ).toEqual(
    sorted(
      alive.map(({ ref, name, status, spam, notes }) =>
        [ref, name, statusWords[status], spam ? yes : '', notes.at(-1)?.text ?? ''].join(),
      ),
    ),
  );
  const counts = await sardor.ask<{ all: number; spam: number }>('GET', '/counts');
  expect(counts).toMatchObject({ all: alive.length, spam: alive.filter(({ spam }) => spam).length });
  for (const { ref, name, phone, message, notes, status, spam } of some(alive, 100)) {
    const { events, ...detail } = await sardor.ask<LeadDetail>('GET', `/leads/${ref}`);
    expect(detail).toMatchObject({ ref, name, phone, message, status, spam });
    const texts = events.flatMap((event) => (event.kind === 'note' ? [event.text] : []));
    expect(texts).toEqual(notes.map(({ text }) => text));
  }
}

export async function compareSearch({ staff: { aziza } }: Office, leads: readonly Known[]): Promise<void> {
  const find = async (q: string) => {
    const page = await aziza.ask<LeadPage>('GET', `/leads?tab=all&q=${encodeURIComponent(q)}`);
    return page.leads.map(({ ref }) => ref);
  };
  const wordsOf = ({ name, phone, oldPhone, notes }: Known) =>
    [
      name,
      phone.replace('+998 ', '8 '),
      phone.replaceAll(' ', ''),
      oldPhone,
      notes.at(0)?.text,
      notes.at(-1)?.text,
    ].filter((word) => word != null);
  for (const lead of some(leads.filter(isAlive), 60))
    for (const word of wordsOf(lead)) expect(await find(word), word).toEqual([lead.ref]);
  for (const lead of some(
    leads.filter((lead) => !isAlive(lead)),
    60,
  ))
    for (const word of [...wordsOf(lead), lead.ref]) expect(await find(word), word).toEqual([]);
}

/** Each message shows its lead's present state, and nothing shows an erased one. */
export function compareChat({ posted }: Office, leads: readonly Known[]): void {
  const shown = posted.map(({ message }) => message).filter(({ deleted }) => !deleted);
  const ofRef = Map.groupBy(shown.filter(showsLead), ({ text }) => refIn(text));
  for (const { ref, name, phone, status, spam, notes } of leads.filter(isAlive))
    for (const { text, buttons } of ofRef.get(ref) ?? expect.fail(`${ref} is not in the chat`)) {
      const ticked = buttons
        .flat()
        .filter(({ text }) => text.startsWith('✓') && text !== `✓ ${words.remind}`);
      const state = spam ? [] : status === 'new' ? [] : [`✓ ${statusWords[status]}`];
      expect(
        ticked.map(({ text }) => text),
        text,
      ).toEqual(state);
      expect(
        buttons.flat().some(({ text }) => text === locale.inboxWords.lead.notSpam),
        text,
      ).toBe(spam);
      for (const part of [name, phone, ...notes.slice(-3).map(({ text }) => text)])
        expect(text).toContain(part);
    }
  const everything = shown.map(({ text, file }) => text + (file?.bytes.toString() ?? '')).join('\n');
  for (const { name, phone } of leads.filter((lead) => !isAlive(lead)))
    for (const part of [name, phone]) expect(everything.includes(part), part).toBe(false);
}

/** Each lead exactly once on each channel. */
export function compareDeliveries({ posted, mail, hooks }: Office, leads: readonly Known[]): void {
  const first = posted.filter(
    ({ text, message }) => /^(New lead|Lead) /.test(text) && message.replyTo === null,
  );
  const sent = {
    telegram: first.map(({ ref }) => ref),
    mail: mail.mails.map(
      ({ headers }) => /^<lead-(.*)@/.exec(headers['message-id'] ?? '')?.[1]?.toUpperCase() ?? '',
    ),
    webhook: hooks.map((id) => /^lead_([^.]*)$/.exec(id)?.[1] ?? ''),
  };
  for (const [channel, refs] of Object.entries(sent)) {
    const counts = Map.groupBy(refs, (ref) => ref);
    for (const { ref, addedAt, erasedAt } of leads)
      if (erasedAt - addedAt > 6 * dayMs)
        expect([ref, channel, counts.get(ref)?.length]).toEqual([ref, channel, 1]);
      else expect(counts.get(ref)?.length ?? 0, `${ref} ${channel}`).toBeLessThan(2);
  }
}

/** `restoredAt`: around this time the program may repeat a reminder. */
export function compareReminders(
  { posted, outages }: Office,
  leads: readonly Known[],
  restoredAt: number,
): void {
  const now = Date.now();
  const isNearRestore = (time: number) => Math.abs(time - restoredAt) < 4 * dayMs;
  /** Until then it was sent, if Telegram worked. */
  const sentBy = (time: number) =>
    outages
      .filter(({ channel }) => channel === 'telegram')
      .toSorted((a, b) => a.from - b.from)
      .reduce((by, { from, to }) => (from < by + 25 * hourMs && to > by ? to : by), time) +
    25 * hourMs;
  const ofKind = (heading: string) =>
    Map.groupBy(
      posted.filter(({ text }) => text.startsWith(heading)),
      ({ ref }) => ref,
    );
  const due = ofKind(words.reminder);
  const unanswered = ofKind(words.unanswered);
  for (const lead of leads) {
    const { ref, addedAt, answeredAt, reminders } = lead;
    const sent = due.get(ref) ?? [];
    for (const { at, until } of reminders.filter(({ at }) => !isNearRestore(at))) {
      const own = sent.filter((each) => each.at >= at && each.at <= until && each.at <= sentBy(at));
      if (!lead.wasSpam && Math.min(until, now) > sentBy(at))
        expect(own, `reminder of ${ref} at ${new Date(at)}`).toHaveLength(1);
    }
    for (const { at } of sent.filter(({ at }) => !isNearRestore(at)))
      expect(
        reminders.some((each) => each.at <= at && at <= each.until),
        `${ref} reminded at ${new Date(at)}`,
      ).toBe(true);
    const waiting = unanswered.get(ref) ?? [];
    for (const { at } of waiting.filter(({ at }) => !isNearRestore(at)))
      expect(at, `${ref} is no longer waiting`).toBeLessThanOrEqual(answeredAt);
    const posted = sentBy(addedAt);
    const isLong = posted + dayMs < addedAt + 3 * dayMs && sentBy(posted + dayMs) < Math.min(answeredAt, now);
    if (isLong && !lead.wasSpam && !isNearRestore(addedAt))
      expect(waiting, `unanswered ${ref}`).toHaveLength(1);
  }
}

/** One each morning, in the chat or by mail. `expected`: the number of new leads, by day. */
export function compareDigests({ posted, mail }: Office, expected: ReadonlyMap<string, number>): void {
  const texts = [...posted.map(({ text }) => text), ...mail.mails.map(({ text }) => text)];
  const titles = new Map(
    [...expected.keys()].map((day) => [fill(alerts.digest, { day: locale.day(day) }), day]),
  );
  const digests = texts.flatMap((text) => {
    const day = titles.get(text.split('\n', 1)[0] ?? '');
    return day ? [[day, Number(/New leads: (\d+)/.exec(text)?.[1] ?? 0)] as const] : [];
  });
  expect(sorted(digests)).toEqual(sorted(expected));
}

export async function compareStats(
  { staff: { nodira } }: Office,
  leads: readonly Known[],
  visits: number,
): Promise<void> {
  const stats = await nodira.ask<Stats>('GET', '/stats?days=365');
  const since = tashkentDate(Date.now(), 364);
  const counted = leads.filter((lead) => isAlive(lead) && !lead.spam && tashkentDate(lead.addedAt) >= since);
  const count = (key: (lead: Known) => unknown) =>
    Object.fromEntries([...Map.groupBy(counted, key)].map(([value, own]) => [String(value), own.length]));
  const clients = counted.filter(({ status }) => status === 'client').length;
  expect(stats.funnel).toEqual({ visits, clicks: visits, leads: counted.length, clients });
  expect(stats.byStatus).toEqual({
    ...Object.fromEntries(leadStatuses.map((each) => [each, 0])),
    ...count(({ status }) => status),
  });
  const bySource = stats.bySource
    .filter(({ leads }) => leads > 0)
    .map(({ source, leads }) => [String(source), leads]);
  expect(Object.fromEntries(bySource)).toEqual(count(({ source }) => source));
  const { null: _, ...replies } = count(({ firstReplyBy }) => firstReplyBy);
  expect(Object.fromEntries(stats.byPerson.map(({ name, answered }) => [name, answered]))).toEqual(replies);
}

/** Nothing waits, is given up or fails. */
export async function compareHealth({ staff: { aziza }, url }: Office): Promise<void> {
  const { channels } = await aziza.ask<Health>('GET', '/health');
  for (const channel of channels) expect(channel).toMatchObject({ pending: 0, dead: 0, failingSince: null });
  expect(await (await fetch(`${url}/healthz/deliveries`)).text()).toBe('ok');
}

/** One copy of each of the last days; the newest equals the records of its time. */
export function compareBackups({ dataDir }: Office, alive: number): void {
  const names = readdirSync(backupFolder(dataDir)).sort();
  const days = Array.from({ length: backupDays }, (_, i) => tashkentDate(Date.now(), backupDays - 1 - i));
  expect(names.map((name) => name.slice('leads-'.length, 'leads-2026-11-19'.length))).toEqual(days);
  using copy = new DatabaseSync(join(backupFolder(dataDir), names.at(-1) ?? ''), { readOnly: true });
  expect(copy.prepare('select count(*) as leads from contact_submissions').get()).toEqual({ leads: alive });
}
