import type { Store } from '../../server/store/store.ts';
import type { Behaviour } from '../../tests/stand-ins/http.ts';
import { audit } from './audit.ts';
import type { Database, Ground } from './ground.ts';
import type { Row } from './row.ts';
import { hasty } from './timing.ts';
import { until } from './wait.ts';

type Size = { databases: Database[] };
type Telegram = Awaited<ReturnType<Ground['telegram']>>;

const ways: Record<string, Behaviour> = {
  hung: 'hang',
  'hung up': 'hang up',
  'was broken': { status: 500, body: 'Internal Server Error' },
  'asked to wait': {
    status: 429,
    body: '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":1}}',
  },
};

const isQuestion = (path: string) => path.endsWith('/getUpdates');

/** Telegram answers everything but the question what was pressed; then nothing but that. Visitors write all the while. */
export async function bot(ground: Ground, { databases }: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of databases) {
    const place = await ground.place(database);
    const telegram = await ground.telegram();
    const server = await ground.server({ ...place.environment, ...telegram.environment }, { timing: hasty });
    const crowd = ground.crowd([server], { visitors: 1, pauseMs: 500 });
    const store = await place.open();
    const recovered: number[] = [];
    await until('somebody listens', () => telegram.isPolled());
    for (const way of Object.values(ways)) {
      // Leads come while nobody hears what is pressed, and it counts afterwards.
      telegram.behave(way, isQuestion);
      const before = telegram.messages.length;
      await until('a lead while nothing is heard', () => telegram.messages.length > before);
      const late = press(telegram);
      telegram.behave('accept');
      telegram.release();
      recovered.push(await until('a press that waited', () => isMarked(store, late)));

      // What is pressed counts, though nobody can be answered; leads and edits come afterwards.
      await until('another lead', () => unmarked(telegram) !== undefined);
      telegram.behave(way, (path) => !isQuestion(path));
      const early = press(telegram);
      await until('a press that is not answered', () => isMarked(store, early));
      const waiting = new Set(crowd.acknowledged.keys());
      telegram.behave('accept');
      telegram.release();
      const all = () => waiting.isSubsetOf(new Set(telegram.names()));
      recovered.push(await until('leads that waited', all));
    }
    await crowd.leave();
    const found = await audit({ crowd, store, servers: [server], channels: { Telegram: telegram.names } });
    const untrue = async () => (await store.telegram.dueMessages(1000)).length > 0;
    await until('every message says what is', async () => !(await untrue()), 180_000);
    await server.stop();
    rows.push({
      what: `Telegram half ill, ${database}`,
      ...found,
      recovered,
      remarks: [
        `${recovered.length} illnesses, in each of them a button was pressed, and all presses counted`,
      ],
    });
  }
  return rows;
}

/** Somebody says of the newest lead that was not marked yet that it is a client; answers with its reference. */
function press(telegram: Telegram): string {
  const message = unmarked(telegram);
  if (!message) throw new Error('There is no message to press a button of');
  telegram.press(message, 'Mijoz');
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(message.text)?.[0] ?? '';
}

const unmarked = ({ messages }: Telegram) => messages.findLast(({ text }) => !text.includes('Mijoz'));

const isMarked = async (store: Store, ref: string) => (await store.findLead(ref))?.lead.status === 'client';
