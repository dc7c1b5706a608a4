/** How long the provider waits among 100,000 leads, on both databases, and what visitors notice of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../server/store/open.ts';
import type { NewLead, Store } from '../../server/store/store.ts';
import { startPostgres } from '../../tests/postgres.ts';
import { endOf } from './child.ts';
import type { Looked } from './inbox-server.ts';
import { answers, freePort } from './served.ts';
import { ratio, type Subject, say } from './subject.ts';
import { atMost, median, type Row } from './table.ts';

const many = 100_000;
const few = 100;
const viewsPerSecond = 200;
const seconds = 10;
/** After its start the server looks for better compressions. */
const settleMs = 8000;

type Place = { databaseUrl: string | null; dataDir: string };

export async function inboxRows({ runs }: Subject): Promise<Row[]> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'bench-inbox-'));
  const places: [string, (leads: number) => Promise<Place>][] = [
    ['SQLite', async (leads) => ({ databaseUrl: null, dataDir: join(folder, String(leads)) })],
    ['PostgreSQL', async () => ({ databaseUrl: await server.newDatabase(), dataDir: folder })],
  ];
  try {
    const rows: Row[] = [];
    for (const [database, place] of places) {
      const small = await measure(await filled(await place(few), few), 1);
      const large = await measure(await filled(await place(many), many), runs);
      const row = (figure: string, value: number, goal: Row['goal'], show?: Row['show']): Row => ({
        figure: `Inbox, ${database}, ${figure}`,
        values: { '/': value },
        ...{ goal, ...(show && { show }) },
      });
      rows.push(
        row('first page, ms', median(large.first), atMost(100, '100'), (ms) => ms.toFixed(1)),
        row('search, ms', median(large.search), atMost(100, '100'), (ms) => ms.toFixed(1)),
        row('visitors’ 99 % beside it ÷ alone', median(large.ratios), atMost(2, '2.00'), ratio),
        row(`memory ÷ that with ${few} leads`, large.memory / small.memory, atMost(1.25, '1.25'), ratio),
      );
    }
    return rows;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filled(place: Place, leads: number): Promise<Place> {
  const store = await openStore(place);
  const began = performance.now();
  for (let done = 0; done < leads; done += 1000)
    await store.addLeads(Array.from({ length: Math.min(1000, leads - done) }, (_, i) => lead(done + i)));
  await caughtUp(store, leads);
  await store.close();
  say(`Inbox: ${leads} leads made in ${Math.round((performance.now() - began) / 1000)} s`);
  return place;
}

/** The first search has the index made behind it, where it is not made with the leads: until then searches are slow. */
async function caughtUp(store: Store, leads: number): Promise<void> {
  for (let quick = 0; leads > few && quick < 20; ) {
    const began = performance.now();
    await store.leadPart({ terms: [['nowhere at all']] }, { below: null, limit: 1 });
    quick = performance.now() - began < 20 ? quick + 1 : 0;
    await sleep(50);
  }
}

async function measure(place: Place, runs: number): Promise<Looked & { ratios: number[] }> {
  const { child, url, stop } = await start(place);
  await sleep(settleMs);
  const all: Looked & { ratios: number[] } = { first: [], search: [], memory: 0, ratios: [] };
  await ninetyNinth(url, 2);
  for (let run = 1; run <= runs; run++) {
    const alone = await ninetyNinth(url, seconds);
    child.send('look');
    const beside = await ninetyNinth(url, seconds);
    child.send('stop');
    const [{ first, search, memory }] = (await once(child, 'message')) as [Looked];
    all.first.push(...first);
    all.search.push(...search);
    all.memory = Math.max(all.memory, memory);
    all.ratios.push(beside / alone);
    say(
      `Inbox ${run}/${runs}: ${search.length} searches, median ${median(search).toFixed(1)} ms; ` +
        `99 % of views within ${beside.toFixed(1)} ms, alone ${alone.toFixed(1)} ms`,
    );
  }
  await stop();
  return all;
}

async function start({ databaseUrl, dataDir }: Place) {
  const root = join(import.meta.dirname, '../..');
  const known = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^([A-Z_]+)=/gm);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = {
    ...Object.fromEntries([...known].map(([, name]) => [name, ''])),
    ...{ PORT: String(port), SITE_URL: url, LOG_LEVEL: 'error' },
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
  };
  const child: ChildProcess = spawn(process.execPath, ['scripts/bench/inbox-server.ts'], {
    ...{ cwd: root, env: { ...process.env, ...settings } },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = endOf(child);
  await answers(url, child);
  return { child, url, stop };
}

/** Views begin at their rate whether or not earlier ones were answered, as those of real visitors do. */
async function ninetyNinth(url: string, forSeconds: number): Promise<number> {
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let due = 0; due < forSeconds * viewsPerSecond; due++) {
    const wait = began + (due * 1000) / viewsPerSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const asked = performance.now();
    underWay.push(
      fetch(url, { headers: { 'Accept-Encoding': 'br' } })
        .then((answer) => answer.arrayBuffer())
        .then(() => void times.push(performance.now() - asked)),
    );
  }
  await Promise.all(underWay);
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function lead(number: number): NewLead {
  const pick = <Item>(items: readonly Item[], salt: number) =>
    items[(Math.imul(number * 31 + salt, 2654435761) >>> 8) % items.length] as Item;
  const words = number % 2 ? uzbek : russian;
  return {
    name: `${pick(names, 1)} ${pick(names, 2)}${number % 7 ? 'ov' : 'ова'}`,
    phone: `+998 9${number % 10} ${String(Math.imul(number, 48271) >>> 0)
      .padStart(10, '0')
      .slice(-7)}`,
    email: number % 3 ? `visitor${number}@example.uz` : null,
    message: Array.from({ length: 12 + (number % 30) }, (_, i) => pick(words, i)).join(' '),
    ...{ idempotencyKey: null, language: number % 2 ? 'uz' : 'ru', suspectedSpam: number % 50 === 0 },
  };
}
const names =
  'Алишер Азиза Дильноза Шахноза Малика Рустам Aziza Dilnoza Bobur Sardor Jasur Otabek Karim'.split(' ');
const uzbek =
  'Assalomu alaykum men Italiyada oʻqishni xohlayman grant haqida maʼlumot bering hujjatlar qanday topshiriladi IELTS bor'.split(
    ' ',
  );
const russian =
  'Здравствуйте хочу учиться за границей подскажите какие документы нужны для поступления стоимость консультации стипендия'.split(
    ' ',
  );
