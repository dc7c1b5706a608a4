import { describe, expect, test } from 'vitest';
import type { ClickName } from '#contract/clicks.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { addLead } from '#server/leads/add.ts';
import { changeStatus } from '#server/leads/change.ts';
import type { NewLead } from '#server/leads/lead.ts';
import { databases, openTestDatabase } from '#tests/database.ts';
import { addToStats, type StatsRow } from './counting.ts';
import { linksOf, makeLink } from './links.ts';
import { statsOf } from './sums.ts';

const dayMs = 24 * 3_600_000;
const today = tashkentDate(new Date());
const yesterday = tashkentDate(new Date(), 1);
const row = (over: Partial<StatsRow> & { name?: ClickName }): StatsRow => ({
  day: today,
  source: 'direct',
  campaign: '',
  language: 'uz',
  name: '',
  count: 1,
  ...over,
});
const lead = (over: Partial<NewLead> = {}): NewLead => ({
  name: 'Aziza',
  phone: '90 123 45 67',
  email: null,
  message: 'Salom',
  language: 'uz',
  source: null,
  campaign: null,
  spam: false,
  idempotencyKey: null,
  ...over,
});
const reels = { source: 'instagram', campaign: 'reels12' };

describe.each(databases)('on %s', (kind) => {
  test('the counts of several servers are added up', async () => {
    const db = await openTestDatabase(kind);
    await Promise.all([
      addToStats(db, [row({ count: 2 }), row({ ...reels, language: 'ru' })]),
      addToStats(db, [row({ count: 3 }), row({ ...reels, name: 'form', language: 'ru' })]),
    ]);
    expect(await statsOf(db, 1)).toMatchObject({
      bySource: [
        { source: 'direct', visits: 5 },
        { source: 'instagram', visits: 1, clicks: 1 },
      ],
      funnel: { visits: 6, clicks: 1 },
    });
  });

  test('visits, leads and clients are counted by day, language, source and campaign', async () => {
    const db = await openTestDatabase(kind);
    await addToStats(db, [
      row({ ...reels, count: 40 }),
      row({ ...reels, count: 4, name: 'registration-pro' }),
      row({ ...reels, count: 2, name: 'form', language: 'ru' }),
      row({ source: 'telegram', campaign: 'reels12', count: 5 }),
      row({ count: 100 }),
      row({ day: yesterday, count: 1, language: 'ru' }),
      row({ day: tashkentDate(new Date(), 40), count: 1000 }),
    ]);
    const { ref } = await addLead(db, lead(reels));
    await addLead(db, lead({ source: 'direct' }));
    await addLead(db, lead({ ...reels, spam: true }));
    await addLead(db, lead(reels), new Date(Date.now() - 400 * dayMs));
    await changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'Aziza' });

    const stats = await statsOf(db, 7);
    expect(stats.days).toHaveLength(7);
    expect(stats.days.slice(-3)).toMatchObject([
      { day: tashkentDate(new Date(), 2), visits: 0, leads: 0, clients: 0 },
      { day: yesterday, visits: 1, leads: 0, clients: 0 },
      { day: today, visits: 145, leads: 2, clients: 1 },
    ]);
    expect(stats).toMatchObject({
      byLanguage: [
        { language: 'uz', visits: 145, leads: 2 },
        { language: 'ru', visits: 1, leads: 0 },
      ],
      bySource: [
        { source: 'instagram', visits: 40, clicks: 6, leads: 1, clients: 1 },
        { source: 'direct', visits: 101, clicks: 0, leads: 1, clients: 0 },
        { source: 'telegram', visits: 5, clicks: 0, leads: 0, clients: 0 },
      ],
      byCampaign: [
        {
          campaign: 'reels12',
          sources: ['instagram', 'telegram'],
          visits: 45,
          clicks: 6,
          leads: 1,
          clients: 1,
        },
        { campaign: null, sources: ['direct'], visits: 101, clicks: 0, leads: 1, clients: 0 },
      ],
      byClick: [
        { name: 'registration-pro', count: 4 },
        { name: 'form', count: 2 },
      ],
      funnel: { visits: 146, clicks: 6, leads: 2, clients: 1 },
      byStatus: { new: 1, contacted: 0, consultation: 0, client: 1, lost: 0 },
      places: { taken: 1 },
      countedSince: tashkentDate(new Date(), 40),
    });
    expect(await linksOf(db)).toEqual({
      countedSince: tashkentDate(new Date(), 40),
      links: [{ name: 'reels12', visits: 45, clicks: 6, leads: 1, clients: 1 }],
    });
  });

  test('hours to first contact are the median over leads, counted to the first change of status, in all and for each person', async () => {
    const db = await openTestDatabase(kind);
    expect((await statsOf(db, 7)).hoursToFirstContact).toBeNull();
    for (const hours of [1, 2, 9]) {
      const { ref } = await addLead(db, lead(), new Date(Date.now() - hours * 3_600_000));
      await changeStatus(db, ref, { from: 'new', to: 'contacted' }, { who: 'Aziza' });
      await changeStatus(db, ref, { from: 'contacted', to: 'lost' }, { who: 'Aziza' });
    }
    await addLead(db, lead());
    expect(await statsOf(db, 7)).toMatchObject({
      hoursToFirstContact: expect.closeTo(2, 1),
      byPerson: [{ name: 'Aziza', answered: 3, hours: expect.closeTo(2, 1) }],
    });
  });

  test('a link is listed before it is used, and once, however often it is made', async () => {
    const db = await openTestDatabase(kind);
    expect(await makeLink(db, 'https://example.uz', 'flyer')).toBe('https://example.uz/?utm_campaign=flyer');
    await makeLink(db, 'https://example.uz', 'flyer');
    await addToStats(db, [row({ campaign: 'other', count: 50 })]);
    const { links } = await linksOf(db);
    expect(links).toEqual([{ name: 'flyer', visits: 0, clicks: 0, leads: 0, clients: 0 }]);
  });
});

test('fifty campaigns are listed, those with clients and leads first', async () => {
  const db = await openTestDatabase();
  const made = Array.from({ length: 90 }, (_, i) => ({ source: 'flood', campaign: `made-up-${i}` }));
  await addToStats(db, [
    ...made.map((campaign) => row({ ...campaign, count: 3 })),
    row({ source: 'telegram', campaign: 'quiet' }),
    row({ source: 'telegram', count: 4 }),
    row({ source: 'telegram', campaign: 'other' }),
  ]);
  const { ref } = await addLead(db, lead({ source: 'telegram', campaign: 'quiet' }));
  await addLead(db, lead({ source: 'instagram', campaign: 'printed' }));
  await changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'Aziza' });

  const { byCampaign, funnel } = await statsOf(db, 7);
  expect(byCampaign).toHaveLength(50);
  expect(byCampaign.slice(0, 4)).toMatchObject([
    { campaign: 'quiet', visits: 1, leads: 1, clients: 1 },
    { campaign: 'printed', visits: 0, leads: 1, clients: 0 },
    // Includes visits counted as `other`.
    { campaign: null, sources: ['telegram'], visits: 5 },
    { campaign: expect.stringContaining('made-up'), visits: 3 },
  ]);
  expect(funnel).toMatchObject({ visits: 90 * 3 + 6, leads: 2, clients: 1 });
});
