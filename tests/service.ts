/** The whole contact service on a free port, by default with a new SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { submissionPath } from '#contract/addresses.ts';
import { readConfig } from '#server/config/config.ts';
import type { Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Pages } from '#server/pages/pages.ts';
import { createLog } from '#server/runtime/log.ts';
import { startService } from '#server/service.ts';
import { fastTempDir } from './fast-temp-dir.ts';
import { allLeads } from './leads.ts';

const noPages: Pages = {
  sendFile: () => false,
  send: (_, response) => void response.writeHead(404).end(),
  replaceFiles: () => {},
};

export type TestService = Awaited<ReturnType<typeof startTestService>>;

export async function startTestService(
  environment: Record<string, string> = {},
  { pages = noPages, logged }: { pages?: Pages; logged?: string[] } = {},
) {
  const dataDir = mkdtempSync(join(fastTempDir(), 'service-test-'));
  const defaults = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    DIGEST: 'off',
    REMIND_AFTER: 'off',
    BACKUP_EVERY: 'off',
    LOG_LEVEL: 'silent',
  };
  const read = readConfig({ ...defaults, ...environment });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  const { config } = read;
  const service = await startService(
    config,
    pages,
    createLog(config.logLevel, logged && { write: (line) => logged.push(line) }),
  );
  const url = `http://127.0.0.1:${service.port}`;
  const formUrl = url + submissionPath;
  let opened: Promise<Db> | undefined;
  /** A connection of its own, like another process's. */
  const database = () => {
    opened ??= openDatabase(config);
    return opened;
  };
  return {
    url,
    formUrl,
    port: service.port,
    config,
    database,
    /** Posts an object as JSON, or a string unchanged. */
    post: (body: unknown, headers?: Record<string, string>) =>
      fetch(formUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
    /** All leads, oldest first. */
    leads: async () => (await allLeads(await database())).reverse(),
    /** `keepData`: for a restart on the same data. */
    async stop({ keepData = false } = {}) {
      await service.stop();
      await (await opened)?.close();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
