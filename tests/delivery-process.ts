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
  // An attempt that is given up on a busy machine may have arrived, and would be made again.
  timing: { attemptMs: { telegram: 5000, email: 5000, webhook: 5000 }, leaseMarginMs: 500, pollMs: 10 },
});
// Node itself does so when it ends, which a killed process does not get to.
flushCompileCache();
