import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const configOf = (environment: Record<string, string>) => {
  const result = readConfig(environment);
  if ('errors' in result) throw new Error(result.errors.join('\n'));
  return result.config;
};

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(configOf({})).toMatchObject({
      port: 3000,
      host: null,
      dataDir: 'data',
      databaseUrl: null,
      siteUrl: null,
      logLevel: 'info',
      rateLimit: { points: 20, seconds: 600 },
      retentionDays: null,
      inboxEnabled: true,
      language: 'uz',
      digest: '09:00',
      remindAfter: 60,
      backupEveryMs: 3_600_000,
      backupCommand: null,
      heartbeatUrl: null,
      bot: null,
      telegram: null,
      email: null,
      webhook: null,
    });
  });

  it('accepts a bot without a chat, which can reply to /start with the chat’s ID', () => {
    const { bot, telegram } = configOf({ TELEGRAM_BOT_TOKEN: '1:a' });
    expect(bot).toMatchObject({ token: '1:a', chatId: null, buttons: true });
    expect(telegram).toBeNull();
  });

  it('reads every variable of .env.example', () => {
    const environment = {
      PORT: '8080',
      HOST: '127.0.0.1',
      DATA_DIR: '/var/lib/leads',
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgresql://u:p@db/leads',
      SITE_URL: 'https://example.com/',
      RATE_LIMIT: '5/60',
      ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
      TELEGRAM_BOT_TOKEN: '1:a-B',
      TELEGRAM_CHAT_ID: '-100',
      TELEGRAM_API_URL: 'http://localhost:1',
      TELEGRAM_BUTTONS: 'off',
      STAFF_LANGUAGE: 'ru',
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'Site <a@b.example>',
      MAIL_TO: 'c@d.example',
      WEBHOOK_URL: 'https://h.example/x',
      WEBHOOK_SECRET: secret,
      RETENTION_DAYS: '365',
      DIGEST: '7:30',
      INBOX: 'off',
      REMIND_AFTER: 'off',
      BACKUP_EVERY: '30m',
      BACKUP_COMMAND: 'cp "$1" /mnt/leads.db',
      HEARTBEAT_URL: 'https://monitor.example/id',
    };
    const telegram = {
      token: '1:a-B',
      chatId: '-100',
      apiUrl: 'http://localhost:1',
      buttons: false,
    };
    expect(configOf(environment)).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/var/lib/leads',
      databaseUrl: 'postgresql://u:p@db/leads',
      siteUrl: 'https://example.com',
      allowedOrigins: ['https://a.example', 'http://b.example:8080'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      rateLimit: { points: 5, seconds: 60 },
      retentionDays: 365,
      digest: '07:30',
      remindAfter: null,
      backupEveryMs: 1_800_000,
      backupCommand: 'cp "$1" /mnt/leads.db',
      heartbeatUrl: 'https://monitor.example/id',
      inboxEnabled: false,
      logLevel: 'debug',
      telegram,
      bot: telegram,
      language: 'ru',
      email: { smtpUrl: 'smtps://u:p@mail.example', from: 'Site <a@b.example>', to: ['c@d.example'] },
      webhook: { url: 'https://h.example/x', secret },
    });
    const documented = Object.keys(parseEnv(readFileSync('.env.example', 'utf8')));
    expect(documented.sort()).toEqual(Object.keys(environment).sort());
  });

  it('treats an empty variable as not set', () => {
    expect(configOf({ PORT: '', SITE_URL: ' ', TELEGRAM_BOT_TOKEN: '', RATE_LIMIT: '' })).toEqual(
      configOf({}),
    );
  });

  it('reads each recipient in MAIL_TO once, with or without a name', () => {
    const MAIL_TO = 'Ali <ali@a.example>, "Vali, director" <vali@b.example>,,ALI@a.example , c@d.example';
    const { email } = configOf({ SMTP_URL: 'smtp://mail', MAIL_TO });
    expect(email?.to).toEqual(['ALI@a.example', 'vali@b.example', 'c@d.example']);
    expect(email?.from).toBe('ALI@a.example');
  });

  it.each([
    ['PORT', { PORT: '80a' }],
    ['HOST', { HOST: 'leads' }],
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: 'hello' }],
    ['TELEGRAM_CHAT_ID', { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_CHAT_ID: '1001234567890' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['SITE_URL', { SITE_URL: 'https://example.com/path' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'https://a.example,*' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['RATE_LIMIT', { RATE_LIMIT: '20' }],
    ['TELEGRAM_BUTTONS', { TELEGRAM_BUTTONS: 'no' }],
    ['STAFF_LANGUAGE', { STAFF_LANGUAGE: 'kk' }],
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_CHAT_ID: '1' }],
    ['TELEGRAM_API_URL', { TELEGRAM_API_URL: 'api.telegram.org' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail', MAIL_TO: 'a@b' }],
    ['SMTP_URL', { MAIL_TO: 'a@b' }],
    ['MAIL_TO', { SMTP_URL: 'smtp://mail' }],
    ['MAIL_TO', { SMTP_URL: 'smtp://mail', MAIL_TO: 'a@b, nobody' }],
    ['WEBHOOK_URL', { WEBHOOK_URL: 'ftp://x', WEBHOOK_SECRET: secret }],
    ['WEBHOOK_URL', { WEBHOOK_SECRET: secret }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://x' }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://x', WEBHOOK_SECRET: 'whsec_short' }],
    ['TELEGRAM_CHAT_ID', { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_BUTTONS: 'off' }],
    ['TELEGRAM_CHAT_ID', { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_CHAT_ID: 'our group' }],
    ['TELEGRAM_BOT_TOKEN', { TELEGRAM_BOT_TOKEN: '1/../2', TELEGRAM_CHAT_ID: '1' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail', MAIL_TO: 'a@b', MAIL_FROM: 'nobody' }],
    // A failed delivery is retried for three days.
    ['RETENTION_DAYS', { RETENTION_DAYS: '3' }],
    ['DIGEST', { DIGEST: '24:00' }],
    ['INBOX', { INBOX: 'no' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('reports %s in one sentence for %j', (name, environment) => {
    const result = readConfig(environment);
    expect('errors' in result && result.errors).toEqual([expect.stringMatching(new RegExp(`^${name} .+`))]);
  });

  it('reports all mistakes at once, without the values, which may be secrets in the wrong place', () => {
    const names = [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'SITE_URL',
      'TRUSTED_PROXIES',
      'RATE_LIMIT',
      'DIGEST',
      'INBOX',
    ];
    const values = {
      TELEGRAM_BOT_TOKEN: '1:a',
      TELEGRAM_CHAT_ID: 'hunter2',
      MAIL_TO: 'hunter2',
      SMTP_URL: 'smtp://m',
    };
    const result = readConfig({ ...values, ...Object.fromEntries(names.map((name) => [name, 'hunter2'])) });
    const errors = 'errors' in result ? result.errors : [];
    expect(errors).toHaveLength(names.length + 2);
    expect(errors.join()).not.toContain('hunter2');
  });

  it.each([
    ['TELEGRAM_CHATID', ': did you mean TELEGRAM_CHAT_ID?'],
    ['TRUSTED_PROXIE', ': did you mean TRUSTED_PROXIES?'],
    ['SITEURL', ': did you mean SITE_URL?'],
    ['MAILTO', ': did you mean MAIL_TO?'],
    ['BACKUP_FOLDER', ''],
  ])('warns of %s, which looks like a setting', (name, more) => {
    expect(readConfig({ [name]: 'x' })).toMatchObject({ warnings: [`${name} is not a setting${more}`] });
  });

  it('warns of nothing that other programs and the machine set', () => {
    const names = [
      'HOSTNAME',
      'HOME',
      'MAIL',
      'LOGNAME',
      'PATH',
      'NODE_ENV',
      'RCLONE_CONFIG_REMOTE_TYPE',
      'PGHOST',
    ];
    const environment = { ...process.env, ...Object.fromEntries(names.map((name) => [name, 'x'])) };
    expect(readConfig(environment)).toMatchObject({ warnings: [] });
  });
});
