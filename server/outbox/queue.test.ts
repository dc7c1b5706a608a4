import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { addNote } from '#server/leads/change.ts';
import { findLeadDetail } from '#server/leads/find.ts';
import { recordMessage } from '#server/leads/telegram-messages.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { channelFailed, channelStates, channelWorked } from './channel-state.ts';
import {
  claim,
  claimEarly,
  enqueue,
  enqueueNewLeads,
  enqueueRecentLeads,
  markDone,
  markFailed,
  outcomeOf,
  purgeOutbox,
  resendLead,
} from './queue.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const channel = 'telegram';
const who = { who: 'Aziza' };
const daysAgo = (days: number) => new Date(Date.now() - days * day);

describe.each(databases)('the outbox on %s', (database) => {
  let db: Db;
  beforeEach(async () => {
    db = await openTestDatabase(database);
  });

  const rows = () =>
    db.all<{ key: string; state: string; attempts: number }>(
      sql`select key, state, attempts from outbox order by id`,
    );
  const keys = async () => (await rows()).map(({ key }) => key);
  const addMessage = (key: string) =>
    enqueue(db, { kind: 'staff', key, channel, payload: { title: '', text: '' } });
  const take = async (from = channel) => (await claim(db, from)) ?? expect.fail('nothing is due');

  test('a key is sent once', async () => {
    await Promise.all([addMessage('digest'), addMessage('digest')]);
    await markDone(db, await take());
    await addMessage('digest');
    expect(await rows()).toMatchObject([{ key: 'digest', state: 'done' }]);
  });

  test('new leads get one row for each channel', async () => {
    const [first, second] = [await storeLead(db), await storeLead(db)];
    const channels = [channel, 'webhook'];
    const found = await Promise.all([enqueueNewLeads(db, channels), enqueueNewLeads(db, channels)]);
    expect(found.toSorted()).toEqual([0, 2]);
    expect((await keys()).toSorted()).toEqual(
      [first, second].flatMap(({ ref }) => [`lead:${ref}:telegram`, `lead:${ref}:webhook`]).toSorted(),
    );
    expect((await take()).lead_id, 'the newest first').toBe(second.id);
  });

  test('a new channel gets the leads of the last seven days', async () => {
    const ids = [];
    for (const days of [30, 6, 1]) ids.push((await storeLead(db, {}, daysAgo(days))).id);
    await enqueueNewLeads(db, []);
    expect(await enqueueRecentLeads(db, channel)).toBe(2);
    expect(await enqueueRecentLeads(db, channel)).toBe(0);
    expect([(await take()).lead_id, (await take()).lead_id]).toEqual([ids[2], ids[1]]);
  });

  test('a message is leased to one process, until the lease ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await addMessage('a');
    const claimed = await Promise.all([claim(db, channel), claim(db, channel)]);
    const item = claimed.find(Boolean) ?? expect.fail('nobody got it');
    expect(claimed).toContain(undefined);
    vi.advanceTimersByTime(minute);
    const next = await take();
    await markDone(db, item);
    expect(await rows(), 'its lease is over').toMatchObject([{ state: 'pending' }]);
    await markDone(db, next);
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  test('a lead is sent again to every channel, with new attempts, and its history says by whom', async () => {
    const { ref } = await storeLead(db);
    await enqueueNewLeads(db, [channel, 'webhook']);
    await markFailed(db, await take(), 'HTTP 500');
    await markFailed(db, await take('webhook'), 'HTTP 500');
    expect(await channelStates(db, [channel])).toMatchObject([{ dead: 1, undeliveredLeads: [ref] }]);

    expect(await resendLead(db, ref.toLowerCase(), [channel], who)).toBe(true);
    const lead = await findLeadDetail(db, ref);
    expect(lead?.events).toMatchObject([{ kind: 'resend', who: 'Aziza' }]);
    expect(lead?.deliveries, 'failed deliveries to channels no longer configured are dropped').toMatchObject([
      { channel, state: 'pending', attempts: 0, lastError: null },
    ]);
    expect(await resendLead(db, 'AAAA-AAAA', [channel], who)).toBe(false);
  });

  test('an edit that is superseded while it is under way is sent once more', async () => {
    const { ref } = await storeLead(db);
    await recordMessage(db, { chatId: '-42', messageId: 1 }, 'lead', [ref]);
    await addNote(db, ref, 'a', who);
    const item = await take();
    await addNote(db, ref, 'b', who);
    await markDone(db, item);
    expect(await claimEarly(db, channel), 'an edit does not show whether messages arrive').toBeUndefined();
    expect(await take()).toMatchObject({ key: 'edit:-42:1', attempts: 0 });
  });

  test('a channel fails from its first failure until it delivers a message, and then retries are due at once', async () => {
    await addMessage('a');
    await markFailed(db, await take(), 'HTTP 500', minute);
    await channelFailed(db, channel, 'HTTP 500');
    const [before] = await channelStates(db, [channel]);
    await channelFailed(db, channel, 'HTTP 502');
    const fine = {
      pending: 0,
      dead: 0,
      undeliveredLeads: [],
      lastDeliveredAt: null,
      lastError: null,
      failingSince: null,
    };
    expect(await channelStates(db, ['webhook', channel])).toEqual([
      { channel: 'webhook', ...fine },
      { ...before, pending: 1, lastError: 'HTTP 502' },
    ]);
    expect(before?.failingSince).not.toBeNull();

    await channelWorked(db, channel);
    expect(await channelStates(db, [channel])).toMatchObject([{ lastError: null, failingSince: null }]);
    expect(await take()).toMatchObject({ key: 'a' });
  });

  test('the outcome of several messages is their worst state', async () => {
    for (const key of ['a', 'b', 'c']) await addMessage(key);
    await markDone(db, await take());
    await markDone(db, await take());
    expect(await outcomeOf(db, ['c', 'b'])).toBe('done');
    expect(await outcomeOf(db, ['a', 'b'])).toBe('pending');
    await markFailed(db, await take(), 'HTTP 400');
    expect(await outcomeOf(db, ['a', 'b'])).toBe('dead');
    expect(await outcomeOf(db, [])).toBe('done');
  });

  test('old messages are deleted, but not leads or pending messages', async () => {
    await storeLead(db);
    await enqueueNewLeads(db, [channel]);
    for (const key of ['old', 'recent']) await addMessage(key);
    for (let i = 0; i < 3; i++) await markDone(db, await take());
    await addMessage('waiting');
    await db.run(
      sql`update outbox set done_at = ${daysAgo(31).toISOString()} where done_at is not null and key <> 'recent'`,
    );
    expect(await purgeOutbox(db, [channel])).toBe(1);
    expect(await keys()).toEqual([expect.stringMatching(/^lead:/), 'recent', 'waiting']);
  });

  test('a lead that has waited for a removed channel for a week is deleted from the queue', async () => {
    const { ref } = await storeLead(db);
    await enqueueNewLeads(db, [channel, 'webhook']);
    await purgeOutbox(db, [channel]);
    expect(await keys(), 'another process may still serve the channel').toHaveLength(2);
    await db.run(sql`update outbox set due_at = ${daysAgo(8).toISOString()}`);
    await purgeOutbox(db, [channel]);
    expect(await keys()).toEqual([`lead:${ref}:telegram`]);
  });
});
