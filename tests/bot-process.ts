/** Delivers and speaks with a Telegram stand-in until it is killed: `node tests/bot-process.ts STORE TELEGRAM_URL`. */
import { flushCompileCache } from 'node:module';
import { startDeliveries } from '../server/deliveries/deliveries.ts';
import { createLeads } from '../server/leads/leads.ts';
import { openPostgresStore } from '../server/store/postgres.ts';
import { openSqliteStore } from '../server/store/sqlite.ts';
import { startBot } from '../server/telegram/bot.ts';

const [place = '', apiUrl = ''] = process.argv.slice(2);

const store = await (place.startsWith('postgres:') ? openPostgresStore(place) : openSqliteStore(place));
const config = { token: '1:token', chatId: '-42', apiUrl, buttons: true };
const leads = createLeads({ store, channels: ['telegram'] });
startBot({
  ...{ store, leads, config, log: console, inbox: null, siteUrl: null },
  timing: { leaseMs: 900, pollMs: 1000, lookMs: 40, editEveryMs: 10, troubleMs: [20, 100], mendMs: 100 },
});
await startDeliveries({
  store,
  config: { telegram: config, email: null, webhook: null },
  log: console,
  // An attempt that is given up on a busy machine may have arrived, and would be made again.
  timing: { attemptMs: { telegram: 5000, email: 5000, webhook: 5000 }, leaseMarginMs: 500, pollMs: 40 },
});
// Node itself does so when it ends, which a killed process does not get to.
flushCompileCache();
