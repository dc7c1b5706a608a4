import { expect, test } from 'vitest';
import { databases, openTestDatabase } from '../../tests/database.ts';
import { sql } from '../db/sql.ts';
import { channelFailed, channelStates, channelWorked } from '../outbox/channel-state.ts';
import {
  claim,
  enqueueNewLeads,
  enqueueNotice,
  enqueueRecentLeads,
  markDone,
  markFailed,
  outcomeOf,
  resendLead,
} from '../outbox/queue.ts';
import { addLead } from './add.ts';
import { addNote, changeStatus, setReminder, setSpam } from './change.ts';
import { cleanFile, eraseLead } from './erase.ts';
import {
  countLeads,
  countOthers,
  countSuspects,
  findLeads,
  getLead,
  leadsRevision,
  placesTaken,
} from './find.ts';
import type { NewLead } from './lead.ts';
import { rememberMessage } from './messages.ts';
import { applyRetention } from './retention.ts';

const lead: NewLead = {
  name: 'Oʻtkir Yoʻldoshev',
  phone: '90 123 45 67',
  email: 'a@b.uz',
  message: 'Salom!\nItaliya',
  language: 'uz',
  source: null,
  campaign: null,
  spam: false,
  idempotencyKey: 'k1',
};

test.each(databases)('a lead goes through its life on %s', async (kind) => {
  const db = await openTestDatabase(kind);
  const { ref, stored } = await addLead(db, lead);
  expect(stored).toBe(true);
  expect(await addLead(db, lead)).toEqual({ ref, stored: false });
  await addLead(db, { ...lead, name: 'Уткир', idempotencyKey: null, spam: true });
  for (const q of [
    "o'tkir",
    'ўткир',
    'уткир',
    'utkir',
    '+998 90 123-45-67',
    '901234567',
    ref.toLowerCase().replace('-', ''),
    'yoldosh',
    'Йўлдош',
  ])
    expect((await findLeads(db, { q }, { limit: 5 })).leads.length, q).toBeGreaterThan(0);
  const revision = await leadsRevision(db);
  expect(await changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'A', origin: 'x' })).toMatchObject(
    { ok: true },
  );
  expect(await changeStatus(db, ref, { from: 'new', to: 'lost' }, { who: 'A' })).toMatchObject({
    reason: 'conflict',
    last: { who: 'A' },
  });
  await addNote(db, ref, 'note', { who: 'A', origin: 'x' });
  await addNote(db, ref, 'note', { who: 'A' });
  await setReminder(db, ref, new Date(), { who: 'A' });
  await setSpam(db, ref, { spam: true, from: 'client' }, { who: 'A' });
  await setSpam(db, ref, { spam: false, from: null }, { who: 'A' });
  expect((await getLead(db, ref))?.events.map(({ kind }) => kind)).toEqual([
    'status',
    'note',
    'remind',
    'spam',
    'spam',
  ]);
  expect(await leadsRevision(db)).not.toBe(revision);
  expect(await countLeads(db)).toEqual({ new: 0, work: 0, clients: 1, lost: 0, spam: 1, all: 2 });
  expect(await countSuspects(db)).toBe(1);
  expect(await countOthers(db, ref)).toBe(1);
  expect(await placesTaken(db)).toBe(1);
  expect(await enqueueNewLeads(db, ['telegram'])).toBe(2);
  expect(await enqueueRecentLeads(db, 'webhook')).toBe(2);
  expect(await enqueueRecentLeads(db, 'webhook')).toBe(0);
  const item = await claim(db, 'telegram', 1000);
  if (!item) throw new Error('nothing');
  expect(await markDone(db, item)).toBe(true);
  const other = await claim(db, 'telegram', 1000);
  if (!other) throw new Error('nothing');
  expect(await claim(db, 'telegram', 1000)).toBeUndefined();
  expect(await markFailed(db, other, 'bad', null)).toBe(true);
  await channelFailed(db, 'telegram', 'bad');
  expect(await channelStates(db, ['telegram', 'webhook'])).toMatchObject([
    { dead: 1, pending: 0, lastError: 'bad' },
    { pending: 2 },
  ]);
  expect(await channelWorked(db, 'telegram')).toBe(true);
  expect(await resendLead(db, ref, ['telegram'], { who: 'A' })).toBe(true);
  expect(await enqueueNotice(db, { key: 'a', channel: 'telegram', notice: { title: '', text: '' } })).toBe(
    true,
  );
  expect(await enqueueNotice(db, { key: 'a', channel: 'telegram', notice: { title: '', text: '' } })).toBe(
    false,
  );
  const id = (await db.get<{ id: number }>(sql`select id from contact_submissions where ref = ${ref}`))
    ?.id as number;
  await rememberMessage(db, { chatId: '-100', messageId: 5 }, { kind: 'lead', leadIds: [id] });
  await addNote(db, ref, 'more', { who: 'A' });
  const erased = await eraseLead(db, ref);
  expect(erased?.deletions).toEqual(['delete:-100:5']);
  expect(await outcomeOf(db, erased?.deletions ?? [])).toBe('pending');
  await cleanFile(db);
  expect(await applyRetention(db, { days: 4, channels: ['telegram'] })).toEqual({ erased: 0 });
});
