/** What a started service says of itself, and to whom, when something is wrong at its start. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tashkentDate } from '../contract/tashkent-time.ts';
import { speechIn } from '../server/leads/speech.ts';
import { openStore } from '../server/store/open.ts';
import type { Store } from '../server/store/store.ts';
import { exampleNewLead } from './example-lead.ts';
import { startTestService, type TestService } from './service.ts';
import { startMailStandIn } from './stand-ins/mail.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let folder: string;
let store: Store;
let service: TestService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notices-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  mail = await startMailStandIn();
  store = await openStore({ dataDir: folder, databaseUrl: null });
});
afterEach(async () => {
  telegram.release();
  await service.stop();
  await Promise.all([store.close(), telegram.stop(), mail.stop()]);
  rmSync(folder, { recursive: true });
});

const start = async (environment: Record<string, string> = {}) => {
  service = await startTestService({
    DATA_DIR: folder,
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
    SMTP_URL: mail.url,
    MAIL_TO: 'owner@example.uz',
    ...environment,
  });
};
const subjects = () => mail.mails.map(({ headers }) => headers.subject ?? '');

test('a lead that Telegram was given up on is told by mail and to a monitor, and keeps no visitor waiting', async () => {
  await store.deliveries.name(['telegram', 'email:owner@example.uz']);
  const { ref } = await store.addLead(exampleNewLead());
  await store.deliveries.enrol(['telegram']);
  const [delivery] = await store.deliveries.claim('telegram', 1, 1000);
  if (delivery) await store.deliveries.failed(delivery, 'HTTP 403: bot was kicked', null);
  telegram.behave('hang');
  await start();
  const sent = await service.post({ name: 'Vali', phone: '1', email: null, message: 'Salom' });
  expect(sent.status).toBe(201);
  await vi.waitFor(() => expect(subjects()).toContain('⚠️ Telegram: 1 ta murojaat yetkazilmadi.'), 20_000);
  expect(mail.mails.find(({ headers }) => headers.subject?.startsWith('⚠️'))?.text).toContain(ref);
  const health = await fetch(`${service.url}/healthz/deliveries`);
  expect([health.status, await health.text()]).toEqual([503, 'telegram']);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test('a digest that nobody was there to send is sent when somebody is', async () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const begun = { kind: 'begun', key: 'digest', channel: 'telegram', saying: 'begun' } as const;
  await store.notices.told(begun, yesterday);
  await start({ DIGEST: '00:00' });
  await vi.waitFor(() => expect(telegram.messages).toHaveLength(1), 20_000);
  expect(telegram.messages[0]?.text).toContain(`Kunlik hisobot, ${speechIn().day(tashkentDate(new Date()))}`);
});

test('a backup two days old is told of in the digest', async () => {
  const file = join(folder, 'backups', 'leads-2026-11-14.db');
  mkdirSync(join(folder, 'backups'));
  writeFileSync(file, '');
  const made = new Date(Date.now() - 49 * 3_600_000);
  utimesSync(file, made, made);
  const begun = { kind: 'begun', key: 'digest', channel: 'telegram', saying: 'begun' } as const;
  await store.notices.told(begun, new Date(Date.now() - 24 * 3_600_000));
  await start({ DIGEST: '00:00' });
  await vi.waitFor(() => expect(telegram.messages).toHaveLength(1), 20_000);
  expect(telegram.messages[0]?.text).toContain(`⚠️ Oxirgi zaxira nusxa: ${speechIn().moment(made)}.`);
});
