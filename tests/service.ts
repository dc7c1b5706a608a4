/** The whole contact service on a free port, with a fresh SQLite file unless told otherwise. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { WholeLead } from '../contract/inbox.ts';
import { submissionPath } from '../contract/submission.ts';
import { type Config, readConfig } from '../server/config.ts';
import type { Db } from '../server/db/db.ts';
import { openDatabase } from '../server/db/open.ts';
import { leadParts } from '../server/leads/find.ts';
import { createLog } from '../server/log.ts';
import type { Pages } from '../server/pages/pages.ts';
import { startService } from '../server/service.ts';
import { throwawayPlace } from './throwaway.ts';

export type TestService = {
  url: string;
  /** The address of the table. */
  table: string;
  port: number;
  config: Config;
  /** Posts JSON, or text as it is. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The database, opened as another process would. */
  database(): Promise<Db>;
  /** All leads, oldest first. */
  leads(): Promise<WholeLead[]>;
  /** `keepData`: for a test that looks at what the stop has written; it removes the data itself. */
  stop(options?: { keepData?: boolean }): Promise<void>;
  removeData(): void;
};

export async function startTestService(
  environment: Record<string, string> = {},
  { pages = () => false, log }: { pages?: Pages; log?: Logger } = {},
): Promise<TestService> {
  const dataDir = mkdtempSync(join(throwawayPlace(), 'service-test-'));
  const defaults = {
    ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    ...{ DIGEST: 'off', REMIND_AFTER: 'off', BACKUP_EVERY: 'off', LOG_LEVEL: 'silent' },
  };
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  const read = readConfig({ ...defaults, ...environment });
  if ('errors' in read) {
    removeData();
    throw new Error(read.errors.join('\n'));
  }
  const { config } = read;
  const service = await startService(config, pages, log ?? createLog(config.logLevel)).catch((error) => {
    removeData();
    throw error;
  });
  const url = `http://127.0.0.1:${service.port}`;
  const table = url + submissionPath;
  let opened: Promise<Db> | undefined;
  const database = () => {
    opened ??= openDatabase(config);
    return opened;
  };
  return {
    ...{ url, table, port: service.port, config, database, removeData },
    post: (body, headers) =>
      fetch(table, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
    leads: async () => (await Array.fromAsync(leadParts(await database(), {}))).flat().reverse(),
    async stop({ keepData = false } = {}) {
      await service.stop();
      await (await opened)?.close();
      if (!keepData) removeData();
    },
  };
}
