import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Timing } from '../../server/deliveries/timing.ts';
import { openStore, type StorePlace } from '../../server/store/open.ts';
import type { Store } from '../../server/store/store.ts';
import { writeDist } from '../../tests/example-dist.ts';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { Crowd } from './crowd.ts';
import { type ServerOptions, ServerProcess } from './server-process.ts';

export type Database = 'SQLite' | 'PostgreSQL';
/** Where a scenario's leads lie, as the server is told and as the drill reads it. */
type Place = { environment: Record<string, string>; open(): Promise<Store> };

/** What scenarios share: a site, and one PostgreSQL, started when it is first needed. */
export class Terrain implements AsyncDisposable {
  /** Null: the one that was built. */
  readonly site: string | null = null;
  readonly environment: Record<string, string> = {};
  #postgres: Promise<TestPostgres> | null = null;

  /** `example`: a small site, and what Node has compiled is kept, which makes a start twice as fast. */
  constructor(kind: 'built' | 'example') {
    if (kind === 'built') return;
    this.site = writeDist();
    this.environment = { NODE_COMPILE_CACHE: mkdtempSync(join(tmpdir(), 'drill-compiled-')) };
  }

  postgres(): Promise<TestPostgres> {
    this.#postgres ??= startPostgres({ durable: true });
    return this.#postgres;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#postgres)?.stop();
    for (const folder of [this.site, this.environment.NODE_COMPILE_CACHE])
      if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

/** What one scenario stands on. All it has started ends with it, in reverse order, also after a failure. */
export class Ground implements AsyncDisposable {
  readonly #terrain: Terrain;
  readonly #started = new AsyncDisposableStack();

  constructor(terrain: Terrain) {
    this.#terrain = terrain;
  }

  postgres(): Promise<TestPostgres> {
    return this.#terrain.postgres();
  }

  defer(end: () => void | Promise<void>): void {
    this.#started.defer(end);
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'drill-'));
    this.#started.defer(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  async place(database: Database, dataDir = this.folder()): Promise<Place> {
    const databaseUrl = database === 'PostgreSQL' ? await (await this.postgres()).newDatabase() : null;
    return {
      environment: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      open: () => this.store({ dataDir, databaseUrl }),
    };
  }

  /** Read as another process would. */
  async store(place: StorePlace): Promise<Store> {
    return this.#started.adopt(await openStore(place), (store) => store.close());
  }

  async telegram() {
    const options = { token: '1:drill', chatId: '-1' };
    const names: string[] = [];
    const standIn = await startTelegramStandIn({
      ...options,
      onMessage: ({ text }) => names.push(nameIn(text)),
    });
    this.#started.defer(() => standIn.stop());
    const environment = {
      TELEGRAM_BOT_TOKEN: options.token,
      TELEGRAM_CHAT_ID: options.chatId,
      TELEGRAM_API_URL: standIn.url,
    };
    return { ...standIn, environment, names: () => names };
  }

  async server(
    environment: Record<string, string>,
    more: { timing?: Partial<Timing> | undefined; inside?: ServerOptions['inside'] } = {},
  ): Promise<ServerProcess> {
    const server = new ServerProcess({
      // The drill is the proxy: its visitors have addresses of their own.
      environment: { TRUSTED_PROXIES: '127.0.0.1', ...this.#terrain.environment, ...environment },
      site: this.#terrain.site,
      folder: this.folder(),
      ...more,
    });
    this.#started.defer(() => server.stop());
    await server.start();
    return server;
  }

  crowd(servers: ServerProcess[], { visitors = 8, pauseMs = 150 } = {}): Crowd {
    const crowd = new Crowd({ tables: () => servers.map(({ table }) => table), visitors, pauseMs });
    this.#started.defer(() => crowd.giveUp());
    return crowd;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#started.disposeAsync();
  }
}

export function nameIn(text: string): string {
  return /Visitor \d+/.exec(text)?.[0] ?? '';
}
