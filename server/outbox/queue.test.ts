import { beforeEach, describe, expect, test } from 'vitest';
import { databases, openTestDatabase } from '../../tests/database.ts';
import { storeLead } from '../../tests/leads.ts';
import type { Db } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { addNote } from '../leads/change.ts';
import { getLead } from '../leads/find.ts';
import { rememberMessage } from '../leads/messages.ts';
import { channelFailed, channelStates, channelWorked, deadLeads } from './channel-state.ts';
import {
  claim,
  enqueueNewLeads,
  enqueueNotice,
  enqueueRecentLeads,
  enqueueReminder,
  type Item,
  markDone,
  markFailed,
  outcomeOf,
  purgeOutbox,
  release,
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
  const notice = (key: string, dueAt = new Date()) =>
    enqueueNotice(db, { key, channel, notice: { title: key, text: '' }, dueAt });
  async function take(leaseMs = minute): Promise<Item> {
    return (await claim(db, channel, leaseMs)) ?? expect.fail('nothing is due');
  }

  test('a key is sent once, whoever asks for it and however often', async () => {
    expect(await Promise.all([notice('digest'), notice('digest')])).toEqual(
      expect.arrayContaining([true, false]),
    );
    await markDone(db, await take());
    expect(await notice('digest')).toBe(false);
    const { id: leadId } = await storeLead(db);
    const reminder = { reason: 'due', note: null } as const;
    expect(await enqueueReminder(db, { key: 'due', channel, leadId, reminder })).toBe(true);
    expect(await enqueueReminder(db, { key: 'due', channel, leadId, reminder })).toBe(false);
    expect(await keys()).toEqual(['digest', 'due']);
  });

  test('new leads get a row for each channel, once, in their order', async () => {
    const [first, second] = [await storeLead(db), await storeLead(db)];
    const found = await Promise.all([
      enqueueNewLeads(db, [channel, 'webhook']),
      enqueueNewLeads(db, [channel, 'webhook']),
    ]);
    expect(found.toSorted()).toEqual([0, 2]);
    expect(await keys()).toEqual(
      [first, second].flatMap(({ ref }) => [`lead:${ref}:telegram`, `lead:${ref}:webhook`]),
    );
  });

  test('a lead that a static site wrote into the table is completed and sent', async () => {
    const { id } = await storeLead(db);
    await db.run(sql`update contact_submissions set search = null where id = ${id}`);
    expect(await enqueueNewLeads(db, [channel])).toBe(1);
    expect((await take()).lead_id).toBe(id);
  });

  test('a new channel gets the leads of the last seven days, the newest first', async () => {
    for (const days of [30, 6, 1]) await storeLead(db, { name: `${days}` }, daysAgo(days));
    await enqueueNewLeads(db, []);
    expect(await enqueueRecentLeads(db, channel)).toBe(2);
    expect(await enqueueRecentLeads(db, channel)).toBe(0);
    const { lead_id } = await take();
    expect(await db.get(sql`select name from contact_submissions where id = ${lead_id}`)).toEqual({
      name: '1',
    });
  });

  test('a message is leased to one process, until the lease ends', async () => {
    await notice('a');
    const claimed = await Promise.all([claim(db, channel, 0), claim(db, channel, 0)]);
    const item = claimed.find(Boolean) ?? expect.fail('nobody got it');
    const next = await take();
    expect(next.id).toBe(item.id);
    expect(await claim(db, channel, minute)).toBeUndefined();
    expect(await markDone(db, item), 'its lease is over').toBe(false);
    expect(await markDone(db, next)).toBe(true);
    expect(await markDone(db, next), 'once').toBe(false);
  });

  test('a message that was let go is free at once', async () => {
    await notice('a');
    await release(db, await take());
    expect(await take()).toMatchObject({ key: 'a', attempts: 0 });
  });

  test('the newest comes first, or the oldest, and what is not due waits', async () => {
    await notice('old', daysAgo(2));
    await notice('new', daysAgo(1));
    await notice('later', new Date(Date.now() + minute));
    await enqueueNotice(db, { key: 'other', channel: 'webhook', notice: { title: '', text: '' } });
    expect(await claim(db, channel, minute, 'oldest')).toMatchObject({ key: 'old' });
    expect(await take()).toMatchObject({ key: 'new' });
    expect(await claim(db, channel, minute)).toBeUndefined();
  });

  test('a failed message is due again after its delay, a dead one never', async () => {
    await notice('a');
    await markFailed(db, await take(), 'HTTP 500', minute);
    expect(await claim(db, channel, minute)).toBeUndefined();
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await db.run(sql`update outbox set due_at = ${new Date().toISOString()}`);
    await markFailed(db, await take(), 'HTTP 500', null);
    expect(await claim(db, channel, minute)).toBeUndefined();
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 2 }]);
    expect(await outcomeOf(db, ['a'])).toBe('dead');
  });

  test('a lead is sent again to every channel, with new attempts, and its history says by whom', async () => {
    const { ref } = await storeLead(db);
    await enqueueNewLeads(db, [channel, 'webhook']);
    await markFailed(db, await take(), 'HTTP 500', null);
    expect(await deadLeads(db, channel, 10)).toEqual([ref]);
    await markFailed(db, (await claim(db, 'webhook', minute)) as Item, 'HTTP 500', null);

    expect(await resendLead(db, ref.toLowerCase(), [channel], who)).toBe(true);
    const lead = await getLead(db, ref);
    expect(lead?.events).toMatchObject([{ kind: 'resend', who: 'Aziza' }]);
    expect(lead?.deliveries, 'a channel that is not configured cannot be repaired').toMatchObject([
      { channel, state: 'pending', attempts: 0, lastError: null },
    ]);
    expect(await resendLead(db, 'AAAA-AAAA', [channel], who)).toBe(false);
  });

  test('a lead that is sent again while an attempt is under way is sent after it', async () => {
    const { ref } = await storeLead(db);
    await enqueueNewLeads(db, [channel]);
    const item = await take();
    await resendLead(db, ref, [channel], who);
    expect(await markDone(db, item)).toBe(false);
    expect(await take()).toMatchObject({ id: item.id, attempts: 0 });
  });

  test('an edit that is superseded while it is under way is sent once more', async () => {
    const { id, ref } = await storeLead(db);
    await rememberMessage(db, { chatId: '-42', messageId: 1 }, { kind: 'lead', leadIds: [id] });
    await addNote(db, ref, 'a', who);
    const item = (await claim(db, 'telegram:edits', minute)) as Item;
    await addNote(db, ref, 'b', who);
    expect(await markDone(db, item)).toBe(false);
    expect(await claim(db, 'telegram:edits', minute)).toMatchObject({ key: 'edit:-42:1', attempts: 0 });
    expect(await keys()).toEqual(['edit:-42:1']);
  });

  test('a channel fails from its first failure until something arrives, and then retries are due at once', async () => {
    await notice('a');
    await notice('b', new Date(Date.now() + minute));
    await markFailed(db, await take(), 'HTTP 500', minute);
    await channelFailed(db, channel, 'HTTP 500');
    const [before] = await channelStates(db, [channel]);
    await channelFailed(db, channel, 'HTTP 502');
    expect(await channelStates(db, ['webhook', channel])).toEqual([
      {
        channel: 'webhook',
        ...{ pending: 0, dead: 0, lastDeliveredAt: null, lastError: null, failingSince: null },
      },
      { ...before, pending: 2, lastError: 'HTTP 502' },
    ]);
    expect(before?.failingSince).not.toBeNull();

    expect(await channelWorked(db, channel)).toBe(true);
    expect(await channelWorked(db, channel)).toBe(false);
    expect(await channelStates(db, [channel])).toMatchObject([{ lastError: null, failingSince: null }]);
    expect(await take()).toMatchObject({ key: 'a' });
    expect(await claim(db, channel, minute), 'this one was never tried').toBeUndefined();
  });

  test('edits that failed are due at once, too, when their channel works again', async () => {
    await enqueueNotice(db, { key: 'edit', channel: 'telegram:edits', notice: { title: '', text: '' } });
    await markFailed(db, (await claim(db, 'telegram:edits', minute)) as Item, 'HTTP 500', minute);
    await channelFailed(db, channel, 'HTTP 500');
    await channelWorked(db, channel);
    expect(await claim(db, 'telegram:edits', minute)).toMatchObject({ key: 'edit' });
  });

  test('several messages have ended when none is pending', async () => {
    await notice('a');
    await notice('b');
    await markDone(db, await take());
    expect(await outcomeOf(db, ['a', 'b'])).toBe('pending');
    await markDone(db, await take());
    expect(await outcomeOf(db, ['a', 'b'])).toBe('done');
    expect(await outcomeOf(db, [])).toBe('done');
  });

  test('old notices are forgotten, leads and what waits are not', async () => {
    await storeLead(db);
    await enqueueNewLeads(db, [channel]);
    for (const key of ['old', 'recent']) await notice(key);
    for (let i = 0; i < 3; i++) await markDone(db, await take());
    await notice('waiting');
    await db.run(
      sql`update outbox set done_at = ${daysAgo(31).toISOString()} where done_at is not null and key <> 'recent'`,
    );
    expect(await purgeOutbox(db)).toBe(1);
    expect(await keys()).toEqual([expect.stringMatching(/^lead:/), 'recent', 'waiting']);
  });
});
