/** How long the provider waits among 100,000 leads, on both databases, and what visitors notice of it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openStore, type StorePlace, sqliteFile } from '../../server/store/open.ts';
import { SqliteConnection } from '../../server/store/sqlite-connection.ts';
import { SqliteSearch } from '../../server/store/sqlite-search.ts';
import type { NewLead } from '../../server/store/store.ts';
import { startPostgres } from '../../tests/postgres.ts';
import { ask } from './ask.ts';
import type { Looked } from './inbox-server.ts';
import { canMeasureLoad, crowd } from './load.ts';
import { serveWith } from './served.ts';
import { ratio, type Subject, say } from './subject.ts';
import { atMost, median, type Row } from './table.ts';

const many = 100_000;
const few = 100;
const crowdOf = 128;
const viewsPerSecond = 200;
const seconds = 10;

export async function inboxRows({ runs }: Subject): Promise<Row[]> {
  if (!canMeasureLoad()) return [];
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'bench-inbox-'));
  const places: [string, (leads: number) => Promise<StorePlace>][] = [
    ['SQLite', async (leads) => ({ databaseUrl: null, dataDir: join(folder, String(leads)) })],
    ['PostgreSQL', async () => ({ databaseUrl: await server.newDatabase(), dataDir: folder })],
  ];
  try {
    const rows: Row[] = [];
    for (const [database, place] of places) {
      const small = await measure(await filled(await place(few), few), 1);
      const large = await measure(await filled(await place(many), many), runs);
      const row = (figure: string, value: number, show: Row['show'] = ratio) => ({
        figure: `Inbox, ${database}, ${figure}`,
        values: { '/': value },
        show,
      });
      const ms = (figure: string, times: number[]): Row => ({
        ...row(`${figure}, ms`, median(times), (value) => value.toFixed(1)),
        goal: atMost(100, '100'),
      });
      rows.push(
        ms('first page', large.first),
        ms('figures of a year', large.figures),
        ms('search', large.search),
        {
          ...row('99 % of a crowd’s views beside it ÷ alone', median(large.ofCrowd)),
          goal: atMost(2, '2.00'),
        },
        row(`99 % of ${viewsPerSecond} views a second beside it ÷ alone`, median(large.atRate)),
        {
          ...row(`memory ÷ that with ${few} leads`, large.memory / small.memory),
          goal: atMost(1.25, '1.25'),
        },
      );
    }
    return rows;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filled(place: StorePlace, leads: number): Promise<StorePlace> {
  const began = performance.now();
  const store = await openStore(place);
  const add = async () => {
    for (let done = 0; done < leads; done += 1000)
      await store.addLeads(Array.from({ length: Math.min(1000, leads - done) }, (_, i) => lead(done + i)));
  };
  await (place.databaseUrl
    ? fillPostgres(place.databaseUrl, add)
    : fillSqlite(sqliteFile(place.dataDir), add));
  await store.close();
  say(`Inbox: ${leads} leads made in ${Math.round((performance.now() - began) / 1000)} s`);
  return place;
}

/** Over a year, with what became of them: one of four was called after some hours, one of a hundred is a client. */
const lives = (hour: string) => `
  update contact_submissions set created_at = created_at - (id * 7919 % 8760) * ${hour},
    status = case when id % 100 = 0 then 'client' when id % 4 = 0 then 'contacted' else 'new' end;
  insert into lead_events (submission_id, at, who, kind, was, became)
    select id, created_at + (id % 48) * ${hour}, 'Aziza', 'status', 'new', status
    from contact_submissions where status <> 'new';`;

/** Pieces of text are sorted in at once, at the end: with every lead it takes ten times as long. */
async function fillPostgres(databaseUrl: string, add: () => Promise<void>): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [index] = await sql<{ definition: string }[]>`
    select pg_get_indexdef('contact_submissions_search'::regclass) as definition`;
  await sql`drop index contact_submissions_search`;
  await add();
  await sql.unsafe(lives(`interval '1 hour'`));
  await sql`set maintenance_work_mem = '512MB'`;
  await sql.unsafe(index?.definition ?? '');
  await sql`vacuum analyze`;
  await sql.end();
}

/** The server makes its index behind the first search, with pauses for visitors; nobody is here yet. */
async function fillSqlite(file: string, add: () => Promise<void>): Promise<void> {
  await add();
  const connection = new SqliteConnection(file);
  connection.transaction(() => connection.exec(lives('3600000')));
  const search = new SqliteSearch(connection);
  while (search.indexNext());
  connection.close();
}

/** How long views take beside the provider, as a share of what they take alone: of a crowd that asks without a pause, and of fewer. */
type Beside = { ofCrowd: number[]; atRate: number[] };

async function measure(place: StorePlace, runs: number): Promise<Looked & Beside> {
  const { child, url, port, stop } = await serveWith('scripts/bench/inbox-server.ts', place);
  const all: Looked & Beside = { first: [], search: [], figures: [], memory: 0, ofCrowd: [], atRate: [] };
  const views = async () => ({
    crowd: (await crowd(port, crowdOf, seconds)).ninetyNinth,
    rate: await ninetyNinth(url, seconds),
  });
  await ninetyNinth(url, 2);
  for (let run = 1; run <= runs; run++) {
    const alone = await views();
    child.send('look');
    const beside = await views();
    child.send('stop');
    const [{ first, search, figures, memory }] = (await once(child, 'message')) as [Looked];
    all.first.push(...first);
    all.search.push(...search);
    all.figures.push(...figures);
    all.memory = Math.max(all.memory, memory);
    all.ofCrowd.push(beside.crowd / alone.crowd);
    all.atRate.push(beside.rate / alone.rate);
    say(
      `Inbox ${run}/${runs}: ${search.length} searches, median ${median(search).toFixed(1)} ms; 99 % of a crowd’s views ` +
        `within ${beside.crowd.toFixed(1)} ms, alone ${alone.crowd.toFixed(1)}; of ${viewsPerSecond} a second within ` +
        `${beside.rate.toFixed(1)}, alone ${alone.rate.toFixed(1)}`,
    );
  }
  await stop();
  return all;
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
    // Not by `fetch`, which takes several times a view's work for itself, on the same cores.
    underWay.push(
      ask(url, { headers: { 'Accept-Encoding': 'br' } }).then(
        () => void times.push(performance.now() - asked),
      ),
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
