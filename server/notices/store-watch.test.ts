import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { configuredSenders } from '../deliveries/deliveries.ts';
import { createLog } from '../log.ts';
import { openStore, sqliteFile } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { watchStore } from './store-watch.ts';

let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;
let mail: Awaited<ReturnType<typeof startMailStandIn>>;
let hook: Awaited<ReturnType<typeof startHttpStandIn>>;
let folder: string;
let store: Store;
let watch: ReturnType<typeof watchStore>;
const log = createLog('silent');
const patience = { timeout: 10_000, interval: 20 };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'store-watch-test-'));
  telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  mail = await startMailStandIn();
  hook = await startHttpStandIn(() => ({ status: 204 }));
  store = await openStore({ dataDir: folder, databaseUrl: null });
});
afterEach(async () => {
  await watch.stop();
  await store.close();
  await Promise.all([telegram.stop(), mail.stop(), hook.stop()]);
  rmSync(folder, { recursive: true });
});

let looks = 0;
function begin(afterMs: number) {
  looks = 0;
  const watched = {
    checkWritable() {
      looks++;
      return store.checkWritable();
    },
  };
  const config = {
    telegram: { token: '1:token', chatId: '-42', apiUrl: telegram.url, buttons: false },
    email: { smtpUrl: mail.url, from: 'site@example.uz', to: ['owner@example.uz'] },
    webhook: { url: hook.url, secret: `whsec_${Buffer.alloc(32, 'a').toString('base64')}` },
  };
  const senders = configuredSenders(config, log);
  watch = watchStore({ store: watched, senders, log, serves: false, lookMs: 20, afterMs });
}
/** Until the store was looked at some times more. */
const someLooks = (until = looks + 5) => vi.waitFor(() => expect(looks).toBeGreaterThan(until), patience);
const file = () => sqliteFile(folder);
const takeAway = () => renameSync(file(), `${file()}.away`);
const putBack = () => renameSync(`${file()}.away`, file());
const titles = () => telegram.messages.map(({ text }) => text.split('\n')[0]);
const subjects = () => mail.mails.map(({ headers }) => headers.subject);
const down = '⚠️ Murojaatlar saqlanmayapti';
const back = '✅ Murojaatlar yana saqlanyapti';

it('tells people once that no lead can be stored, with the reason, and that it can be again', async () => {
  begin(100);
  takeAway();
  await vi.waitFor(() => expect([titles(), subjects()]).toEqual([[down], [down]]), patience);
  expect(telegram.messages[0]?.text).toContain('was removed while in use');
  await someLooks();
  putBack();
  await vi.waitFor(
    () =>
      expect([titles(), subjects()]).toEqual([
        [down, back],
        [down, back],
      ]),
    patience,
  );
  await someLooks();
  expect([titles(), subjects(), hook.requests]).toEqual([[down, back], [down, back], []]);
});

it('goes on trying whoever could not be reached', async () => {
  telegram.behave({ status: 500 });
  begin(50);
  takeAway();
  await vi.waitFor(() => expect(subjects()).toEqual([down]), patience);
  expect(titles()).toEqual([]);
  telegram.behave('accept');
  await vi.waitFor(() => expect(titles()).toEqual([down]), patience);
  expect(subjects()).toEqual([down]);
});

it('says nothing of what passes sooner', async () => {
  begin(60_000);
  takeAway();
  await someLooks();
  putBack();
  await someLooks();
  expect([titles(), subjects()]).toEqual([[], []]);
});
