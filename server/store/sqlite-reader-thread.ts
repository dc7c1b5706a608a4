/** The thread behind `SqliteReader`: one call after the other, and in between the index of what is searched. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './sqlite-connection.ts';
import { migrateSqlite } from './sqlite-migrations.ts';
import { SqliteOverview } from './sqlite-overview.ts';
import type { Answer, Call, ReaderData } from './sqlite-reader.ts';
import { StoreUnavailable } from './store.ts';

/** Between two batches: whoever wants to write finds the lock free. */
const pauseMs = 20;

const { file, closing } = workerData as ReaderData;
const connection = new SqliteConnection(file, (opened) => migrateSqlite(opened, file), { mayCreate: false });
const overview = new SqliteOverview(connection);
const port = parentPort;
if (!port) throw new Error('This is a thread of the server, not a program.');

let indexing = false;
const isClosing = () => Atomics.load(closing, 0) === 1;

port.on('message', async (call: Call | 'close') => {
  if (call === 'close') {
    connection.close();
    port.close();
    return;
  }
  port.postMessage(await answerTo(call));
  if (call.method === 'part' && call.args[0].terms?.length) index();
});

async function answerTo({ id, method, args }: Call): Promise<Answer> {
  try {
    if (isClosing()) throw new StoreUnavailable('The store is closed.');
    const work = overview[method] as (...args: unknown[]) => unknown;
    // A method that waits by itself must not be begun twice.
    const result =
      method === 'clearTraces'
        ? await overview.clearTraces()
        : await connection.patiently(() => work.apply(overview, args));
    return { id, result };
  } catch (error) {
    return { id, error: error as Error, unavailable: error instanceof StoreUnavailable };
  }
}

/** An index that cannot be written now makes a search slower, not wrong: the next search tries again. */
async function index(): Promise<void> {
  if (indexing) return;
  indexing = true;
  try {
    while (!isClosing() && overview.indexNext()) await sleep(pauseMs);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  } finally {
    indexing = false;
  }
}
