/** Sends the digest of today to a Telegram stand-in until it is killed: `node tests/notice-process.ts STORE TELEGRAM_URL`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { configuredSenders } from '../server/deliveries/deliveries.ts';
import { createNotices } from '../server/notices/notices.ts';
import { openPostgresStore } from '../server/store/postgres.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';

const [place = '', apiUrl = ''] = process.argv.slice(2);

const notices = createNotices({
  store: await (place.startsWith('postgres:') ? openPostgresStore(place) : openSqliteStore(place)),
  senders: configuredSenders(
    { telegram: { token: '1:token', chatId: '-42', apiUrl, buttons: false }, email: null, webhook: null },
    console,
  ),
  digest: '00:00',
  log: console,
  timing: { attemptMs: { telegram: 4000, email: 4000, webhook: 4000 }, leaseMarginMs: 500 },
});
for (;;) {
  await notices.round();
  await sleep(20);
}
