/** Delivers to a Telegram stand-in until it is killed: `node tests/delivery-process.ts STORE TELEGRAM_URL`. */
import { flushCompileCache } from 'node:module';
import { startDeliveries } from '../server/deliveries/deliveries.ts';
import { openPostgresStore } from '../server/store/postgres.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';

const [place = '', apiUrl = ''] = process.argv.slice(2);

await startDeliveries({
  store: await (place.startsWith('postgres:') ? openPostgresStore(place) : openSqliteStore(place)),
  config: {
    telegram: { token: '1:token', chatId: '-42', apiUrl, buttons: true },
    email: null,
    webhook: null,
  },
  log: console,
  timing: { attemptMs: { telegram: 1500, email: 1500, webhook: 1500 }, leaseMarginMs: 500, pollMs: 10 },
});
// Node itself does so when it ends, which a killed process does not get to.
flushCompileCache();
