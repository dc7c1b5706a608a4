import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SqliteOverview } from './sqlite-overview.ts';
import { StoreUnavailable } from './store.ts';

type Method = Exclude<keyof SqliteOverview, 'indexNext'>;
type Arguments<Name extends Method> = Parameters<SqliteOverview[Name]>;
type Result<Name extends Method> = Awaited<ReturnType<SqliteOverview[Name]>>;

export type Call = { [Name in Method]: { id: number; method: Name; args: Arguments<Name> } }[Method];
export type Answer = { id: number } & ({ result: unknown } | { error: Error; unavailable: boolean });

export type ReaderData = { file: string; closing: Int32Array };

/**
 * node:sqlite works synchronously: a search among 100,000 leads would keep every visitor waiting. This asks a thread
 * (sqlite-reader-thread.ts), which is started when it is first needed.
 */
export class SqliteReader {
  readonly #file: string;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: unknown): void }>();
  /** Seen by the thread at once, behind whatever else waits there: searches that nobody waits for any more. */
  readonly #closing = new Int32Array(new SharedArrayBuffer(4));
  #thread: Worker | null = null;
  #calls = 0;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  ask<Name extends Method>(method: Name, ...args: Arguments<Name>): Promise<Result<Name>> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    this.#thread ??= this.#start();
    const thread = this.#thread;
    return new Promise<unknown>((resolve, reject) => {
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, method, args });
    }) as Promise<Result<Name>>;
  }

  async close(): Promise<void> {
    this.#closed = true;
    Atomics.store(this.#closing, 0, 1);
    const thread = this.#thread;
    if (!thread) return;
    const ended = once(thread, 'exit');
    thread.ref();
    thread.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(join(import.meta.dirname, 'sqlite-reader-thread.ts'), {
      workerData: { file: this.#file, closing: this.#closing } satisfies ReaderData,
    });
    // It keeps the program running only while somebody waits for it.
    thread.unref();
    thread.on('message', (answer: Answer) => {
      const asked = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      // Whoever closes waits for its end.
      if (this.#waiting.size === 0 && !this.#closed) thread.unref();
      if ('result' in answer) asked?.resolve(answer.result);
      else asked?.reject(answer.unavailable ? new StoreUnavailable(answer.error.message) : answer.error);
    });
    // A thread that died (out of memory, a fault of its own) is replaced at the next call.
    thread.on('error', (error) => this.#ended(thread, error));
    thread.on('exit', () => this.#ended(thread, new StoreUnavailable('The store was closed meanwhile.')));
    return thread;
  }

  #ended(thread: Worker, reason: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
