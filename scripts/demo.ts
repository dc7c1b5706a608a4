/**
 * `npm run demo`: the built site and the inbox after an invented year, in data/demo, which is made anew at every start. Telegram
 * and the mail server are fakes, so nothing leaves this machine.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { inboxUrlOnPort } from '#server/inbox/access.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { startDevelopmentStandIns } from '#tests/stand-ins/development.ts';
import { buildIfNeeded } from './build-info.ts';
import { inventYear } from './demo/year.ts';

process.chdir(join(import.meta.dirname, '..'));
buildIfNeeded();
const fakes = await startDevelopmentStandIns(() => {});
Object.assign(process.env, { LOG_LEVEL: 'error', DATA_DIR: 'data/demo', ...fakes.environment });
rmSync('data/demo', { recursive: true, force: true });
const read = readConfig(process.env);
if ('errors' in read) throw new Error(read.errors.join('\n'));
const db = await openDatabase(read.config);
await inventYear(db);
const token = await newSignInLinkToken(db);
await db.close();
await import('#server/main.ts');
console.log(`Sign in: ${inboxUrlOnPort(read.config, read.config.port)}#enter=${token}`);
