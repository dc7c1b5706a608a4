/** `npm run doctor`: says what is wrong with the settings, the machine and the channels. Changes nothing, and sends nothing to people. */
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { healthPath } from '#contract/addresses.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { Db, Queries } from '#server/db/db.ts';
import { openDatabase, sqliteFile } from '#server/db/open.ts';
import { getState } from '#server/db/state.ts';
import { checkWritable } from '#server/db/writable.ts';
import { serverUrl } from '#server/inbox/access.ts';
import { findLeads } from '#server/leads/find.ts';
import { mailTransport } from '#server/outbox/email.ts';
import { describeError } from '#server/outbox/errors.ts';
import { configurationError } from '#server/runtime/cannot-start.ts';
import { version } from '#server/runtime/version.ts';
import { createApi, deliveryError } from '#server/telegram/api.ts';
import { currentChatId } from '#server/telegram/chat-id.ts';

const timeoutMs = 10_000;
const clockToleranceMs = 5 * 60_000;
const minFreeBytes = 1024 ** 3;

const fine = (sentence: string) => console.log(`  ok   ${sentence}`);
const note = (sentence: string) => console.log(`  note ${sentence}`);
function wrong(sentence: string): void {
  console.log(`WRONG  ${sentence}`);
  process.exitCode = 1;
}

const read = readConfig(process.env);
if ('errors' in read) {
  read.errors.forEach(wrong);
  process.exit(configurationError);
}
const { config } = read;
const secrets = secretsOf(config);
read.warnings.forEach(wrong);
checkSettings(config);
fine(`Version ${version()}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}`);
await checkFolder(config);
const db = await openIfThere(config);
if (db) await checkDatabase(db, config);
await checkServer(config);
await checkChannels(config, db);
await db?.close();

function checkSettings(config: Config): void {
  const { siteUrl, trustedProxies, databaseUrl, backupEveryMs, backupCommand, heartbeatUrl } = config;
  if (!siteUrl) note('SITE_URL is not set: the inbox opens on this machine only.');
  if (siteUrl?.startsWith('https:') && trustedProxies.length === 0)
    wrong(
      'TRUSTED_PROXIES is not set: all visitors share one rate limit. For Caddy on this machine: 127.0.0.1,::1',
    );
  if (!config.telegram && !config.email && !config.webhook)
    wrong('No channel is set: leads are in the inbox only.');
  if (config.bot && !config.telegram)
    wrong('TELEGRAM_CHAT_ID is not set: send /start in the group to learn it.');
  if (databaseUrl) note('PostgreSQL is copied only by `npm run backup`: call it from cron.');
  else if (!backupEveryMs) wrong('BACKUP_EVERY=off: there are no backups.');
  else if (!backupCommand) note('BACKUP_COMMAND is not set: the backups are lost with this disk.');
  if (!heartbeatUrl) note('HEARTBEAT_URL is not set: nobody notices when this machine is down.');
}

async function checkFolder({ dataDir }: Config): Promise<void> {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) return wrong(`${folder} does not exist: set DATA_DIR to where the leads are.`);
  const { mode, uid } = statSync(folder);
  const self = process.getuid?.();
  if (mode & 0o077) wrong(`Others can read ${folder}: chmod 700 ${folder}`);
  if (self && uid !== self) wrong(`${folder} belongs to another user: run this as the user of the server.`);
  const { bavail, bsize } = await statfs(folder);
  const free = `${Math.round((bavail * bsize) / 1024 ** 2)} MB are free on the disk of ${folder}`;
  (bavail * bsize < minFreeBytes ? wrong : fine)(free);
}

/** Opening would create an empty database. */
async function openIfThere(config: Config): Promise<Db | null> {
  try {
    if (config.databaseUrl || existsSync(sqliteFile(config.dataDir))) return await openDatabase(config);
    wrong(`${sqliteFile(config.dataDir)} does not exist: start the server once, or set DATA_DIR.`);
  } catch (error) {
    wrong(messageOf(error));
  }
  return null;
}

async function checkDatabase(db: Db, config: Config): Promise<void> {
  await checkWritable(db, config).then(
    () => fine('Leads can be stored'),
    (error) => wrong(`No lead can be stored: ${messageOf(error)}`),
  );
  const [newest] = await findLeads(db, {}, 1);
  const built = join(import.meta.dirname, '../dist/build-info.json');
  checkClock('the newest lead', newest ? Date.parse(newest.createdAt) : null);
  checkClock('the build', existsSync(built) ? statSync(built).mtimeMs : null);
  if (config.databaseUrl || !config.backupEveryMs) return;
  await checkBackup(db, 'backup', 'backup', config.backupEveryMs);
  if (config.backupCommand) await checkBackup(db, 'backup-command', 'copy elsewhere', config.backupEveryMs);
}

function checkClock(what: string, time: number | null): void {
  if (time !== null && time > Date.now() + clockToleranceMs)
    wrong(`The clock is wrong: it is before ${what} (${new Date(time).toISOString()}). See timedatectl.`);
}

async function checkBackup(db: Queries, name: string, what: string, everyMs: number): Promise<void> {
  const last = await getState(db, name);
  if (!last) return wrong(`There is no ${what} yet.`);
  const isLate = Date.now() - Date.parse(last.at) > Math.max(2 * everyMs, dayMs);
  (isLate ? wrong : fine)(`The last ${what} was made at ${last.at}`);
}

async function checkServer({ host, port, siteUrl }: Config): Promise<void> {
  await checkAddress(serverUrl({ host }, port), 'is the server running, and does PORT belong to it?');
  if (siteUrl) await checkAddress(siteUrl, 'do DNS, the proxy and its certificate work?');
}

async function checkAddress(origin: string, question: string): Promise<void> {
  try {
    const response = await fetch(origin + healthPath, { signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (response.ok && text === 'ok') return fine(`${origin} answers`);
    wrong(`${origin}${healthPath} answers ${response.status}: ${question}`);
  } catch (error) {
    wrong(`${origin} does not answer (${messageOf(error)}): ${question}`);
  }
}

async function checkChannels({ bot, telegram, email, webhook }: Config, db: Queries | null) {
  if (bot) {
    const api = createApi(bot);
    await check('Telegram', 'TELEGRAM_BOT_TOKEN', () => api.getMe().catch(asTelegramError));
    if (telegram)
      await check(
        'The chat in Telegram',
        'TELEGRAM_CHAT_ID (of a group: with a minus), and is the bot in the group?',
        async () =>
          api.getChat(db ? await currentChatId(db, telegram.chatId) : telegram.chatId).catch(asTelegramError),
      );
  }
  if (email) await check('The mail server', 'SMTP_URL', () => mailTransport(email.smtpUrl).verify());
  if (webhook)
    await check('The webhook', 'WEBHOOK_URL', () =>
      fetch(new URL(webhook.url).origin, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) }),
    );
}

function asTelegramError(error: unknown): never {
  throw deliveryError(error);
}

async function check(what: string, setting: string, work: () => Promise<unknown>): Promise<void> {
  await work().then(
    () => fine(`${what} answers`),
    (error) => wrong(`${what}: ${messageOf(error)}. Check ${setting}`),
  );
}

function messageOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return describeError(error instanceof TypeError && cause ? cause : error, secrets);
}

function secretsOf({ bot, email, webhook, databaseUrl }: Config): string[] {
  const passwords = [email?.smtpUrl, databaseUrl].map((url) => URL.parse(url ?? '')?.password ?? '');
  const all = [bot?.token, webhook?.url, webhook?.secret, ...passwords, ...passwords.map(decodeURIComponent)];
  return all.filter((value) => value !== undefined);
}
