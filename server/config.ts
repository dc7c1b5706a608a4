import { readChannels } from './channel-config.ts';
import { type Environment, EnvironmentReader } from './environment.ts';
import { leastRetentionDays } from './leads/retention.ts';
import { type LogLevel, logLevels } from './log.ts';
import type { BotConfig, ChannelConfig } from './outbox/channel.ts';
import type { RateLimitSetting } from './rate-limit.ts';
import { isAddressOrBlock } from './submissions/client-address.ts';

export type Config = ChannelConfig & {
  /** Null where Telegram is not wanted. */
  bot: BotConfig | null;
  port: number;
  /** Null: every address of the machine. */
  host: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** An origin: scheme and host, nothing after it. */
  siteUrl: string | null;
  allowedOrigins: string[];
  trustedProxies: string[];
  /** Null: off. */
  rateLimit: RateLimitSetting | null;
  retentionDays: number | null;
  /** When the digest is sent, `09:00` in Tashkent; null: never. */
  digest: string | null;
  /** Minutes of working time after which an unanswered lead is shown again; null: never. */
  remindAfter: number | null;
  /** How often the server copies its SQLite file, in ms; null: never. */
  backupEveryMs: number | null;
  /** Run by the shell after each copy, with the copy's path as `$1`. */
  backupCommand: string | null;
  /** False: /inbox is nobody's address. */
  inbox: boolean;
  logLevel: LogLevel;
};

/** 20 in 10 minutes: mobile carriers put many people behind one address. */
const usualRateLimit = '20/600';
const usualDigest = '09:00';
const usualReminder = '60';
const usualBackup = '1h';

/** Pure: the whole configuration, or every mistake in it at once. */
export function readConfig(environment: Environment): { config: Config } | { errors: string[] } {
  const read = new EnvironmentReader(environment);
  const config: Config = {
    port: read.whole('PORT', 0, 65_535) ?? 3000,
    host: read.text('HOST'),
    dataDir: read.text('DATA_DIR') ?? 'data',
    databaseUrl: read.address('DATABASE_URL', ['postgres', 'postgresql']),
    siteUrl: read.origin('SITE_URL'),
    allowedOrigins: read
      .list('ALLOWED_ORIGINS')
      .flatMap((entry) => read.origin('ALLOWED_ORIGINS', entry) ?? []),
    trustedProxies: read
      .list('TRUSTED_PROXIES')
      .filter(
        (entry) =>
          isAddressOrBlock(entry) ||
          read.complain(
            `TRUSTED_PROXIES must contain IP addresses or CIDR blocks like 10.0.0.0/8; "${entry}" is neither.`,
          ),
      ),
    rateLimit: readRateLimit(read),
    retentionDays: retentionDays(read),
    digest: readDigest(read),
    remindAfter: readRemindAfter(read),
    backupEveryMs: readBackupEvery(read),
    backupCommand: read.text('BACKUP_COMMAND'),
    inbox: read.oneOf('INBOX', ['on', 'off']) !== 'off',
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    ...readChannels(read),
  };
  return read.errors.length > 0 ? { errors: read.errors } : { config };
}

/** Read by the build as well: the privacy page says the number. */
export function retentionDays(read: EnvironmentReader): number | null {
  return read.whole('RETENTION_DAYS', leastRetentionDays, 36_500);
}

function readDigest(read: EnvironmentReader): string | null {
  const text = read.text('DIGEST') ?? usualDigest;
  if (text === 'off') return null;
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour && minute) return `${hour.padStart(2, '0')}:${minute}`;
  return read.complain(`DIGEST must be a time like 09:00 (Tashkent time) or off; it is "${text}".`);
}

function readRemindAfter(read: EnvironmentReader): number | null {
  const text = read.text('REMIND_AFTER') ?? usualReminder;
  if (text === 'off') return null;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  return read.complain(`REMIND_AFTER must be a number of minutes like 60, or off; it is "${text}".`);
}

function readBackupEvery(read: EnvironmentReader): number | null {
  const text = read.text('BACKUP_EVERY') ?? usualBackup;
  if (text === 'off') return null;
  const [, count, unit] = /^([1-9]\d{0,2})(m|h|d)$/.exec(text) ?? [];
  if (count) return Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'];
  return read.complain(`BACKUP_EVERY must be like 30m, 1h or 1d, or off; it is "${text}".`);
}

function readRateLimit(read: EnvironmentReader): RateLimitSetting | null {
  const text = read.text('RATE_LIMIT') ?? usualRateLimit;
  if (text === 'off') return null;
  const [, points, seconds] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (points && seconds) return { points: Number(points), seconds: Number(seconds) };
  return read.complain(`RATE_LIMIT must look like 20/600 (submissions/seconds) or be off; it is "${text}".`);
}
