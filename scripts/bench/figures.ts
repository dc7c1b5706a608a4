/** How long the provider waits for the sums of 100,000 figures, on both databases, and what counting costs the visitors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { type Count, kindsPerDay } from '../../server/figures/figures-store.ts';
import { createLeads } from '../../server/leads/leads.ts';
import { openStore, type StorePlace } from '../../server/store/open.ts';
import { startPostgres } from '../../tests/postgres.ts';
import { answersPerSecond, canMeasureLoad } from './load.ts';
import { serveCountedOrNot } from './served.ts';
import { ratio, type Subject, say } from './subject.ts';
import { atLeast, atMost, median, type Row } from './table.ts';

const days = 365;
const rowsPerDay = 275;
const seconds = 2;
const turnsPerRun = 4;

/** A visitor from an advertisement, as a phone's browser says it: all there is to look at is looked at. */
const visit = [
  'User-Agent: Mozilla/5.0 (Linux; Android 12; SM-A037F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Mobile Safari/537.36',
  'Sec-Fetch-Dest: document',
  'Sec-Fetch-Site: cross-site',
  'Referer: https://l.instagram.com/',
];

export async function figureRows({ runs }: Subject): Promise<Row[]> {
  return [...(await sumRows(runs)), ...(await countingRows(runs))];
}

async function sumRows(runs: number): Promise<Row[]> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'bench-figures-'));
  const sqlite = (name: string) => ({ databaseUrl: null, dataDir: join(folder, name) });
  const postgres = async () => ({ databaseUrl: await server.newDatabase(), dataDir: folder });
  const flood = 'rows, most of them made-up names';
  const places: [string, StorePlace, string, (before: number) => Count[], number][] = [
    ['SQLite', sqlite('usual'), 'rows', countsOf, 100],
    ['PostgreSQL', await postgres(), 'rows', countsOf, 100],
    // Nobody's day, and no reason for the inbox to stand still.
    ['SQLite', sqlite('flood'), flood, floodOf, 500],
    ['PostgreSQL', await postgres(), flood, floodOf, 500],
  ];
  const rows: Row[] = [];
  for (const [database, place, what, countsOf, within] of places) {
    const store = await openStore(place);
    const leads = createLeads({ store, channels: [] });
    for (let before = 0; before < days; before++) await store.figures.add(countsOf(before));
    const times: number[] = [];
    for (let run = 0; run < runs + 2; run++) {
      const began = performance.now();
      await leads.figures(days);
      // The first ones begin with cold caches.
      if (run >= 2) times.push(performance.now() - began);
    }
    await store.close();
    say(`Figures, ${database}, ${what}: ${times.map((time) => time.toFixed(1)).join(', ')} ms`);
    rows.push({
      figure: `Figures, ${database}, sums of ${(days * rowsPerDay).toLocaleString('en')} ${what}, ms`,
      values: { '/': median(times) },
      show: (ms) => ms.toFixed(1),
      goal: atMost(within, String(within)),
    });
  }
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

/** Campaigns come and go: each is there for some weeks. */
function countsOf(before: number): Count[] {
  const sources = ['telegram', 'instagram', 'direct', 'google', 'youtube'];
  const languages = ['uz', 'ru', 'en', 'uz', 'ru'];
  const names = [null, 'form', 'telegram-footer', 'registration-pro', 'channel'] as const;
  return Array.from({ length: rowsPerDay }, (_, i) => ({
    day: tashkentDate(new Date(), before),
    source: sources[i % 5] as string,
    campaign: i < 25 ? null : `campaign-${Math.floor(before / 30)}-${Math.floor(i / 15)}`,
    language: languages[Math.floor(i / 5) % 3] as string,
    name: names[Math.floor(i / 15) % 5] ?? null,
    count: 1 + (i % 7),
    listed: false,
    trusted: false,
  }));
}

/** Somebody used up the names of every day: 200 that are never seen again, beside what comes on any day. */
function floodOf(before: number): Count[] {
  const usual = countsOf(before).slice(0, rowsPerDay - kindsPerDay);
  const made = Array.from({ length: kindsPerDay }, (_, i) => `made-up-${before}-${i}`);
  return [
    ...usual.map((count) => ({ ...count, listed: true, trusted: true })),
    ...made.map((campaign) => ({
      ...{ day: tashkentDate(new Date(), before), source: 'direct', campaign, language: 'uz', name: null },
      ...{ count: 1, listed: true, trusted: true },
    })),
  ];
}

async function countingRows(runs: number): Promise<Row[]> {
  if (!canMeasureLoad()) return [];
  const ratios: number[] = [];
  const { port, stop } = await serveCountedOrNot();
  const rate = (counted: boolean) =>
    answersPerSecond(port, 32, seconds, [...visit, `X-Count: ${counted ? 'on' : 'no'}`]);
  await rate(true);
  for (let run = 1; run <= runs * turnsPerRun; run++) {
    // Each of them first as often: a machine grows faster or slower while it is measured.
    const first = run % 2 === 0;
    const one = await rate(first);
    const other = await rate(!first);
    ratios.push(first ? one / other : other / one);
  }
  await stop();
  say(`Counting, with ÷ without: ${ratios.map((value) => value.toFixed(3)).join(', ')}`);
  return [
    {
      figure: 'Answers a second, with visits counted ÷ without',
      values: { '/': median(ratios) },
      show: ratio,
      goal: atLeast(0.97, '0.97'),
    },
  ];
}
