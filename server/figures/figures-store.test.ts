import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { createLeads } from '../leads/leads.ts';
import { openPostgresStore } from '../store/postgres.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import type { Count } from './figures-store.ts';
import { isListed } from './sources.ts';

let folder: string;
const places = {
  SQLite: async () => {
    const file = join(folder, 'leads.db');
    return () => openSqliteStore(file);
  },
  PostgreSQL: async () => {
    const url = await newDatabase();
    return () => openPostgresStore(url);
  },
};

const today = tashkentDate(new Date());
const yesterday = tashkentDate(new Date(), 1);
const visits = (over: Partial<Count> = {}): Count => {
  const { source = 'direct', campaign = null } = over;
  const known = { listed: isListed(source), trusted: campaign === null };
  return { ...{ day: today, name: null, source, campaign, language: 'uz', count: 1 }, ...known, ...over };
};

describe.each(Object.entries(places))('figures in %s', (_name, prepare) => {
  let open: () => Promise<Store>;
  let store: Store;
  let other: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'figures-test-'));
    open = await prepare();
    store = await open();
    other = await open();
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    rmSync(folder, { recursive: true });
  });

  it('of two servers add up', async () => {
    const reels = { source: 'telegram', campaign: 'reels12' };
    await Promise.all([
      store.figures.add([visits({ count: 2 }), visits({ ...reels, language: 'ru' })]),
      other.figures.add([visits({ count: 3 }), visits({ ...reels, name: 'form', language: 'ru' })]),
    ]);
    await store.figures.add([visits({ day: yesterday, count: 7, language: null, source: null })]);
    expect(await other.figures.sums({ since: today, until: today }, { first: [], most: 50 })).toMatchObject({
      days: [{ day: today, visits: 6 }],
      byClick: [{ name: 'form', count: 1 }],
      countedSince: yesterday,
    });
    expect(await other.figures.list(today)).toEqual({
      visits: [
        { day: yesterday, source: null, campaign: null, language: null, count: 7 },
        { day: today, source: 'direct', campaign: null, language: 'uz', count: 5 },
        { day: today, source: 'telegram', campaign: 'reels12', language: 'ru', count: 1 },
      ],
      clicks: [
        { day: today, source: 'telegram', campaign: 'reels12', language: 'ru', name: 'form', count: 1 },
      ],
      leads: [],
    });
  });

  it('stand beside the leads: which post brought clients', async () => {
    const leads = createLeads({ store, channels: [] });
    const reels = { source: 'instagram', campaign: 'reels12' };
    await store.figures.add([
      visits({ ...reels, count: 40 }),
      visits({ ...reels, count: 4, name: 'registration-pro' }),
      visits({ ...reels, count: 2, name: 'form', language: 'ru' }),
      visits({ source: 'telegram', campaign: 'reels12', count: 5 }),
      visits({ count: 100 }),
      visits({ day: yesterday, count: 1, language: 'ru' }),
      visits({ day: tashkentDate(new Date(), 40), count: 1000 }),
    ]);
    const { ref } = await store.addLead({ ...exampleNewLead(), ...reels });
    await store.addLead({ ...exampleNewLead(), source: 'direct' });
    await store.addLead({ ...exampleNewLead(), ...reels, suspectedSpam: true });
    await leads.changeStatus(ref, { from: 'new', to: 'client' }, 'Aziza');

    const figures = await leads.figures(7);
    expect(figures.days).toHaveLength(7);
    expect(figures.days.slice(-3)).toEqual([
      { day: tashkentDate(new Date(), 2), visits: 0, leads: 0, clients: 0 },
      { day: yesterday, visits: 1, leads: 0, clients: 0 },
      { day: today, visits: 145, leads: 2, clients: 1 },
    ]);
    expect(figures).toMatchObject({
      byLanguage: [
        { language: 'uz', visits: 145, leads: 2 },
        { language: 'ru', visits: 1, leads: 0 },
      ],
      bySource: [
        { source: 'direct', campaign: null, visits: 101, acts: 0, leads: 1, clients: 0 },
        { ...reels, visits: 40, acts: 6, leads: 1, clients: 1 },
        { source: 'telegram', campaign: 'reels12', visits: 5, acts: 0, leads: 0, clients: 0 },
      ],
      byClick: [
        { name: 'registration-pro', count: 4 },
        { name: 'form', count: 2 },
      ],
      funnel: { visits: 146, acts: 6, leads: 2, clients: 1 },
      countedSince: tashkentDate(new Date(), 40),
    });
    expect((await leads.links('https://example.uz')).links).toEqual([
      {
        ...{ name: 'reels12', url: 'https://example.uz/?utm_campaign=reels12' },
        ...{ visits: 45, acts: 6, leads: 1, clients: 1 },
      },
    ]);
    expect((await store.figures.list(today)).leads).toEqual([
      { day: today, source: 'direct', campaign: null, language: 'uz', count: 1 },
      { day: today, ...reels, language: 'uz', count: 1 },
    ]);
  });

  it('trust campaigns that a link was made for, that brought a lead, or that had visits before today', async () => {
    await store.figures.rememberLink('flyer-inha');
    await other.figures.rememberLink('flyer-inha');
    const hour = 3_600_000;
    expect(await other.figures.madeLinks(new Date(Date.now() - hour), 200)).toEqual(['flyer-inha']);
    expect(await other.figures.madeLinks(new Date(Date.now() + hour), 200)).toEqual([]);
    await store.addLead({ ...exampleNewLead(), source: 'telegram', campaign: 'reels12' });
    await store.addLead({ ...exampleNewLead(), source: 'telegram', campaign: 'spam', suspectedSpam: true });
    await store.figures.add([
      visits({ day: yesterday, campaign: 'by-hand', count: 3 }),
      visits({ day: yesterday, campaign: 'made-up' }),
      visits({ day: tashkentDate(new Date(), 31), campaign: 'long-ago', count: 9 }),
      visits({ campaign: 'today', count: 9 }),
    ]);
    expect((await store.figures.trustedCampaigns(today, 200)).sort()).toEqual(
      ['flyer-inha', 'reels12', 'by-hand', 'made-up'].sort(),
    );
    expect(await store.figures.trustedCampaigns(today, 1)).not.toContain('made-up');
  });

  it('tell no more than 50 posts apart, those that brought clients and leads before all, and sum up the others', async () => {
    const made = Array.from({ length: 90 }, (_, i) => ({
      source: 'flood',
      campaign: `made-up-${i}`,
    }));
    await store.figures.add([
      ...made.map((name) => visits({ ...name, count: 3 })),
      ...made.map((name) => visits({ ...name, name: 'form', count: 2 })),
      visits({ source: 'telegram', campaign: 'quiet' }),
      visits({ source: 'telegram', count: 4 }),
    ]);
    const leads = createLeads({ store, channels: [] });
    const { ref } = await store.addLead({ ...exampleNewLead(), source: 'telegram', campaign: 'quiet' });
    await store.addLead({ ...exampleNewLead(), source: 'instagram', campaign: 'printed' });
    await leads.changeStatus(ref, { from: 'new', to: 'client' }, 'Aziza');

    const { bySource, byLanguage, funnel } = await leads.figures(7);
    expect(bySource).toHaveLength(50);
    expect(bySource).toEqual(
      expect.arrayContaining([
        { source: 'telegram', campaign: 'quiet', visits: 1, acts: 0, leads: 1, clients: 1 },
        { source: 'instagram', campaign: 'printed', visits: 0, acts: 0, leads: 1, clients: 0 },
        { source: 'telegram', campaign: null, visits: 4, acts: 0, leads: 0, clients: 0 },
        // 46 of the made-up ones have a place of their own.
        { source: 'other', campaign: null, visits: 44 * 3, acts: 44 * 2, leads: 0, clients: 0 },
      ]),
    );
    expect(funnel).toEqual({ visits: 90 * 3 + 5, acts: 180, leads: 2, clients: 1 });
    expect(byLanguage).toMatchObject([{ language: 'uz', visits: 90 * 3 + 5 }]);
  });

  it('stay when a lead is erased, and cannot tell which one it was', async () => {
    const leads = createLeads({ store, channels: [] });
    await store.figures.add([visits({ count: 3 })]);
    const { ref } = await store.addLead({ ...exampleNewLead(), source: 'direct' });
    await leads.erase(ref, 'Aziza');
    expect(await leads.figures(7)).toMatchObject({
      bySource: [{ source: 'direct', visits: 3, leads: 0 }],
      funnel: { visits: 3, leads: 0 },
    });
    expect((await store.figures.list(today)).leads).toEqual([]);
  });
});
