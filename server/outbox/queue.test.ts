import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { sql } from '#server/db/sql.ts';
import { addNote, changeStatus, setSpam } from '#server/leads/change.ts';
import { eraseLead } from '#server/leads/erase.ts';
import { findLeadRecord } from '#server/leads/find.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { storeLead } from '#tests/leads.ts';
import { channelFailed, channelStates, channelWorked, deliveriesOf } from './channel-state.ts';
import {
  claim,
  enqueue,
  enqueueLeads,
  type Item,
  markDone,
  markFailed,
  purgeOutbox,
  resendDead,
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

  test('the webhook gets each change once, and nothing but the reference of an erased lead', async () => {
    const { id, ref } = await storeLead(db);
    await changeStatus(db, ref, { from: 'new', to: 'client' }, who);
    await addNote(db, ref, 'not for others', who);
    await setSpam(db, ref, true, who);
    await enqueueLeads(db, [channel]);
    for (const expected of [3, 0]) expect(await enqueueLeads(db, ['webhook'])).toBe(expected);
    const leads = () => db.all(sql`select kind, lead_id from outbox where channel = 'webhook' order by id`);
    const event = { kind: 'event', lead_id: id };
    expect(await leads()).toEqual([{ kind: 'lead', lead_id: id }, event, event]);
    await eraseLead(db, ref);
    for (const expected of [1, 0]) expect(await enqueueLeads(db, ['webhook'])).toBe(expected);
    expect(await leads()).toEqual([{ kind: 'event', lead_id: null }]);
    expect((await keys())[0]).toMatch(`event:${ref}:`);
  });

  const leadOf = (item: Item) => (item.kind === 'lead' ? item.lead_id : null);

  test('each process adds the rows of its own channels, whoever stored the lead or came first', async () => {
    const [first, second] = [await storeLead(db), await storeLead(db)];
    expect(await enqueueLeads(db, ['webhook'])).toBe(2);
    const found = await Promise.all([enqueueLeads(db, [channel]), enqueueLeads(db, [channel, 'webhook'])]);
    expect(found.toSorted()).toEqual([0, 2]);
    expect((await keys()).toSorted()).toEqual(
      [first, second].flatMap(({ ref }) => [`lead:${ref}:telegram`, `lead:${ref}:webhook`]).toSorted(),
    );
    expect(leadOf(await take()), 'the oldest first').toBe(first.id);
  });

  test('a new channel gets the leads of the last seven days, the oldest first', async () => {
    const ids = [];
    for (const days of [30, 6, 1]) ids.push((await storeLead(db, {}, daysAgo(days))).id);
    expect(await enqueueLeads(db, [channel])).toBe(2);
    expect(await enqueueLeads(db, [channel])).toBe(0);
    expect([leadOf(await take()), leadOf(await take())]).toEqual([ids[1], ids[2]]);
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
    await enqueueLeads(db, [channel, 'webhook']);
    await markFailed(db, await take(), 'HTTP 500');
    await markFailed(db, await take('webhook'), 'HTTP 500');
    expect(await channelStates(db, [channel])).toMatchObject([{ dead: 1, undeliveredLeads: [ref] }]);

    expect(await resendLead(db, ref.toLowerCase(), [channel], who)).toBe(true);
    const lead = await findLeadRecord(db, ref);
    expect(lead?.events).toMatchObject([{ kind: 'resend', who: 'Aziza' }]);
    expect(
      await deliveriesOf(db, lead?.id ?? 0),
      'failed deliveries to channels no longer configured are dropped',
    ).toMatchObject([{ channel, state: 'pending', attempts: 0, lastError: null }]);
    expect(await resendLead(db, 'AAAA-AAAA', [channel], who)).toBe(false);
  });

  test('a channel fails from its first failure until it delivers a message, and then its retries are due at once', async () => {
    await addMessage('a');
    await markFailed(db, await take(), 'HTTP 500', { retryInMs: minute });
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

  test('what a service refused for itself is not hurried by the success of others', async () => {
    for (const key of ['refused', 'failed', 'sent']) await addMessage(key);
    await markFailed(db, await take(), 'HTTP 400', { retryInMs: minute, refused: true });
    await markFailed(db, await take(), 'HTTP 502', { retryInMs: minute });
    await channelFailed(db, channel, 'HTTP 502');
    await markDone(db, await take());
    await channelWorked(db, channel);
    expect(await take()).toMatchObject({ key: 'failed' });
    expect(await claim(db, channel)).toBeUndefined();
  });

  test('all leads that a channel gave up on are sent again with new attempts, and no others', async () => {
    for (let i = 0; i < 3; i++) await storeLead(db);
    await enqueueLeads(db, [channel, 'webhook']);
    for (const from of [channel, channel, 'webhook']) await markFailed(db, await take(from), 'HTTP 500');
    expect(await resendDead(db, channel, who)).toBe(2);
    expect(await channelStates(db, [channel, 'webhook'])).toMatchObject([
      { pending: 3, dead: 0 },
      { pending: 2, dead: 1 },
    ]);
  });

  test('old messages are deleted, but not leads or pending messages', async () => {
    await storeLead(db);
    await enqueueLeads(db, [channel]);
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
    await enqueueLeads(db, [channel, 'webhook']);
    await purgeOutbox(db, [channel]);
    expect(await keys(), 'another process may still serve the channel').toHaveLength(2);
    await db.run(sql`update outbox set due_at = ${daysAgo(8).toISOString()}`);
    await purgeOutbox(db, [channel]);
    expect(await keys()).toEqual([`lead:${ref}:telegram`]);
  });
});
