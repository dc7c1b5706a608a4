import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { dayMs, hourMs, minuteMs } from '#contract/tashkent-time.ts';
import { minRetentionDays } from '#server/leads/erase.ts';
import { logLevels } from '#server/runtime/log.ts';
import type { RateLimitSetting } from '#server/runtime/rate-limit.ts';
import { isAddressOrBlock } from '#server/submissions/client-address.ts';
import { readChannels } from './channels.ts';
import { type Environment, EnvironmentReader } from './environment.ts';

export type Config = ReturnType<typeof configIn>;

/** The whole configuration, or all the mistakes in it. */
export function readConfig(
  environment: Environment,
): { config: Config; warnings: string[] } | { errors: string[] } {
  const read = new EnvironmentReader(environment);
  const config = configIn(read);
  return read.errors.length > 0 ? { errors: read.errors } : { config, warnings: read.unknown() };
}

/** Null means off or not set. */
function configIn(read: EnvironmentReader) {
  return {
    port: read.integer('PORT', 0, 65_535) ?? 3000,
    host: host(read),
    dataDir: dataDir(read),
    databaseUrl: read.address('DATABASE_URL', ['postgres', 'postgresql']),
    siteUrl: read.origin('SITE_URL'),
    allowedOrigins: read
      .list('ALLOWED_ORIGINS')
      .flatMap((entry) => read.origin('ALLOWED_ORIGINS', entry) ?? []),
    trustedProxies: trustedProxies(read),
    // 20 in 10 minutes: mobile carriers put many people behind one address.
    rateLimit: read.valueOrOff('RATE_LIMIT', '20/600', rateLimit, 'like 20/600 (submissions/seconds)'),
    retentionDays: retentionDays(read),
    digest: read.valueOrOff('DIGEST', '09:00', timeOfDay, 'a time like 09:00 (Tashkent time)'),
    remindAfter: read.valueOrOff('REMIND_AFTER', '60', minutes, 'a number of minutes like 60, at most 1440'),
    backupEveryMs: read.valueOrOff('BACKUP_EVERY', '1h', milliseconds, 'like 30m, 1h or 1d, at most 7d'),
    backupCommand: read.text('BACKUP_COMMAND'),
    heartbeatUrl: read.address('HEARTBEAT_URL', ['https', 'http']),
    inboxEnabled: read.oneOf('INBOX', ['on', 'off']) !== 'off',
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    ...readChannels(read),
  };
}

function host(read: EnvironmentReader): string | null {
  const host = read.text('HOST');
  if (host === null || host === 'localhost' || isIP(host)) return host;
  return read.addError('HOST must be an IP address of this machine, such as 127.0.0.1, or empty.');
}

function dataDir(read: EnvironmentReader): string {
  const folder = read.text('DATA_DIR') ?? 'data';
  // Set by systemd, under which the server may write to no other folder.
  const stateFolder = read.text('STATE_DIRECTORY');
  if (stateFolder && !isAbsolute(folder))
    read.addError(`DATA_DIR must be an absolute path under systemd: DATA_DIR=${stateFolder}`);
  return folder;
}

function trustedProxies(read: EnvironmentReader): string[] {
  const entries = read.list('TRUSTED_PROXIES');
  if (!entries.every(isAddressOrBlock))
    read.addError('TRUSTED_PROXIES must contain IP addresses or CIDR blocks like 10.0.0.0/8.');
  return entries;
}

/** Also read by the build: the privacy page states it. */
export function retentionDays(read: EnvironmentReader): number | null {
  return read.integer('RETENTION_DAYS', minRetentionDays, 36_500);
}

function rateLimit(text: string): RateLimitSetting | null {
  const [, points, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  return points && seconds ? { points: Number(points), seconds: Number(seconds) } : null;
}

function timeOfDay(text: string): string | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour ? `${hour.padStart(2, '0')}:${minute}` : null;
}

const minutes = (text: string): number | null =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1440 ? Number(text) : null;

const units = { m: minuteMs, h: hourMs, d: dayMs };

function milliseconds(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,2})([mhd])$/.exec(text) ?? [];
  const duration = Number(count) * units[unit as keyof typeof units];
  return duration <= 7 * units.d ? duration : null;
}
