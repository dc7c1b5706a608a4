import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { redateLead } from '../../tests/redated-lead.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { openStore, sqliteFile } from '../store/open.ts';

const submission = { name: 'Aziza', phone: '1', email: null, message: 'Salom' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT: '2/600' });
});
afterAll(() => service.stop());

describe('a store that cannot be written', () => {
  it('turns leads away without losing or counting them, and takes them when it is back', async () => {
    const lock = new DatabaseSync(sqliteFile(service.config.dataDir));
    lock.exec('begin immediate');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const [json, plain, health] = await Promise.all([
      service.post(submission, { 'Idempotency-Key': 'k' }),
      service.post('name=A&phone=1&message=m&page_language=ru', form),
      fetch(`${service.url}/healthz`),
    ]);
    expect([json.status, (await json.json()).code, json.headers.get('retry-after')]).toEqual([
      503,
      'PGRST000',
      '5',
    ]);
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/?lang=ru#not-sent']);
    expect(health.status).toBe(503);
    lock.exec('rollback');
    lock.close();
    expect(await service.leads()).toEqual([]);

    expect((await service.post(submission, { 'Idempotency-Key': 'k' })).status).toBe(201);
    expect((await service.post(submission)).status).toBe(201);
    expect((await service.post(submission)).status).toBe(429);
    expect(await service.leads()).toHaveLength(2);
  });

  it('because its file was moved away is told to visitors and to the health check, until it is back', async () => {
    const moved = await startTestService();
    const file = sqliteFile(moved.config.dataDir);
    const health = async () => (await fetch(`${moved.url}/healthz`)).status;
    expect((await moved.post(submission)).status).toBe(201);
    renameSync(file, `${file}.away`);
    expect((await moved.post(submission)).status).toBe(503);
    expect(await health()).toBe(503);
    renameSync(`${file}.away`, file);
    expect((await moved.post(submission)).status).toBe(201);
    expect(await moved.leads()).toHaveLength(2);
    await moved.stop();
  });

  it('from the start on, because its file is damaged, keeps no page from being served, and is over when it is mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'damaged-test-'));
    const file = sqliteFile(folder);
    writeFileSync(file, 'not a database, whatever its name says'.repeat(100));
    const damaged = await startTestService(
      {
        DATA_DIR: folder,
        TELEGRAM_BOT_TOKEN: '123:abc',
        TELEGRAM_CHAT_ID: '-1',
        TELEGRAM_API_URL: 'http://127.0.0.1:9',
      },
      { pages: ({ url }, response) => url === '/' && Boolean(response.end('a page')) },
    );
    expect(await (await fetch(damaged.url)).text()).toBe('a page');
    expect((await damaged.post(submission)).status).toBe(503);
    expect((await fetch(`${damaged.url}/healthz`)).status).toBe(503);
    rmSync(file);
    renameSync(await fileWithOldLead(join(folder, 'whole')), file);
    expect((await damaged.post(submission)).status).toBe(201);
    // A new channel: the old lead is not for it.
    const owed = new DatabaseSync(file);
    const refs = () => owed.prepare('select submission_id as id from deliveries').all();
    await vi.waitUntil(() => refs().length > 0, { timeout: 20_000 });
    expect(refs()).toEqual([{ id: 2 }]);
    owed.close();
    await damaged.stop();
    rmSync(folder, { recursive: true });
  });
});

async function fileWithOldLead(dataDir: string): Promise<string> {
  const store = await openStore({ databaseUrl: null, dataDir });
  const { ref } = await store.addLead(exampleNewLead());
  await store.close();
  await redateLead({ databaseUrl: null, dataDir }, ref, Date.now() - 5 * 24 * 3_600_000);
  return sqliteFile(dataDir);
}
