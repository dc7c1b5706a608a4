/** The whole contact service on a free port, with a fresh SQLite file unless told otherwise. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { submissionPath } from '../contract/submission.ts';
import { type Config, readConfig } from '../server/config.ts';
import { createLog } from '../server/log.ts';
import type { Pages } from '../server/pages/pages.ts';
import { startService } from '../server/service.ts';
import { openStore } from '../server/store/open.ts';
import type { Lead, Store } from '../server/store/store.ts';
import { throwawayPlace } from './throwaway.ts';

export type TestService = {
  url: string;
  /** The address of the table. */
  table: string;
  port: number;
  config: Config;
  /** Posts JSON, or text as it is. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** What is stored, oldest first, read as another process would. */
  leads(): Promise<Lead[]>;
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
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    DIGEST: 'off',
    LOG_LEVEL: 'silent',
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
  let reader: Promise<Store> | undefined;
  return {
    url,
    table,
    port: service.port,
    config,
    post: (body, headers) =>
      fetch(table, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
    async leads() {
      reader ??= openStore(config);
      return (await (await reader).listLeads({})).reverse();
    },
    async stop({ keepData = false } = {}) {
      await service.stop();
      await (await reader)?.close();
      if (!keepData) removeData();
    },
    removeData,
  };
}
