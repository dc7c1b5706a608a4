/** The provider's service in simulated time, with Telegram, a mail server and a webhook that can fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { inboxApiPath } from '#contract/addresses.ts';
import { hourMs, minuteMs, startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import { startAlerts } from '#server/alerts/alerts.ts';
import { openDatabase } from '#server/db/open.ts';
import { isoNow, sql } from '#server/db/sql.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { localeIn } from '#server/leads/locale.ts';
import { configuredChannels } from '#server/outbox/channel.ts';
import type { Pages } from '#server/pages/pages.ts';
import { createLog } from '#server/runtime/log.ts';
import { startBackups } from '#server/upkeep/backups.ts';
import { startNightly } from '#server/upkeep/nightly.ts';
import type { DatabaseKind } from '#tests/database.ts';
import { fastTempDir } from '#tests/fast-temp-dir.ts';
import { startProcess } from '#tests/processes.ts';
import { startTestService } from '#tests/service.ts';
import { newDatabase } from '#tests/shared-postgres.ts';
import { startHttpStandIn } from '#tests/stand-ins/http.ts';
import { startMailStandIn } from '#tests/stand-ins/mail.ts';
import { aziza, sardor, startTelegramStandIn, type TelegramMessage } from '#tests/stand-ins/telegram.ts';

export const locale = localeIn('en');
export const retentionDays = 300;
const nodira = { id: 503, first_name: 'Nodira' };
const nameOf = ({ first_name, last_name }: { first_name: string; last_name?: string }) =>
  [first_name, last_name].filter(Boolean).join(' ');

/** What Telegram carried, at the moment of sending: later edits change the heading. */
type Posted = { at: number; text: string; ref: string; message: TelegramMessage };
export type Channel = 'telegram' | 'mail' | 'webhook';
type Outage = { channel: Channel; from: number; to: number };

const onePage: Pages = {
  sendFile: ({ url }, response) => url?.startsWith('/?') === true && Boolean(response.writeHead(200).end()),
  send: (_, response) => void response.writeHead(404).end(),
  replaceFiles: () => {},
};

export async function openOffice(kind: DatabaseKind, firstDay: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: startOfTashkentDay(firstDay) as Date });
  const dataDir = mkdtempSync(join(fastTempDir(), 'year-'));
  const posted: Posted[] = [];
  const telegram = await startTelegramStandIn({
    token: '1:token',
    chatId: '-42',
    onMessage: (message) =>
      posted.push({ at: Date.now(), text: message.text, ref: refIn(message.text), message }),
  });
  telegram.connect(aziza);
  const mail = await startMailStandIn();
  const hooks: string[] = [];
  const webhook = await startHttpStandIn(({ headers }) => {
    hooks.push(String(headers['webhook-id']));
    return { status: 204 };
  });
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: kind === 'postgres' ? await newDatabase() : '',
    STAFF_LANGUAGE: 'en',
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
    SMTP_URL: mail.url,
    MAIL_TO: 'owner@example.uz',
    WEBHOOK_URL: webhook.url,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
    DIGEST: '09:00',
    REMIND_AFTER: '60',
    BACKUP_EVERY: '1d',
    RETENTION_DAYS: String(retentionDays),
  };
  let service = await startTestService(settings, { pages: onePage });
  onTestFinished(async () => {
    await service.stop();
    await Promise.all([telegram.stop(), mail.stop(), webhook.stop()]);
    rmSync(dataDir, { recursive: true });
  });
  let db = await openDatabase(service.config);
  onTestFinished(() => db.close());
  const down = new Map<Channel, number>();
  const outages: Outage[] = [];
  const log = createLog('silent');

  /** Everything that waits hours by the real clock: here it looks once, as a second process would. */
  const looks = () => {
    const { config } = service;
    const channels = configuredChannels(config);
    const { digest, remindAfter } = config;
    const options = { db, channels, locale, inboxUrl: null, log, retentionDays, digest, remindAfter };
    return {
      alerts: () => startAlerts(options).stop(),
      nightly: () => startNightly(options).stop(),
      backup: () => startBackups({ db, dataDir, everyMs: config.backupEveryMs, command: null, log }).stop(),
    };
  };

  async function signIn(by: typeof aziza) {
    let cookie = '';
    async function ask<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
      const headers = { Cookie: cookie, Origin: service.url, 'Content-Type': 'application/json' };
      const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await fetch(service.url + inboxApiPath + path, sent);
      const answer = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
      cookie ||= /inbox-session=[^;]+/.exec(response.headers.getSetCookie().join())?.[0] ?? '';
      return (/json/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(answer) : answer) as Body;
    }
    await ask('POST', '/session', { token: await newSignInLinkToken(db) });
    await ask('PUT', '/me', { name: nameOf(by) });
    return { by, name: nameOf(by), ask };
  }
  const signAllIn = async () => ({
    aziza: await signIn(aziza),
    sardor: await signIn(sardor),
    nodira: await signIn(nodira),
  });
  let staff = await signAllIn();

  const isUp = (channel: Channel) => !down.has(channel);

  /** What is due: messages, leads without any, messages in the chat to edit or to delete. */
  async function due(): Promise<{ sending: number; waiting: number }> {
    const now = isoNow();
    const sums = await db.get<{
      sending: number;
      waiting: number;
      unqueued: number;
      behind: number;
    }>(sql`select
      (select count(*) from outbox where state = 'pending' and leased_until > ${now}) as sending,
      (select count(*) from outbox where state = 'pending' and due_at <= ${now}) as waiting,
      (select count(*) from contact_submissions l where seen_at > ${isoNow(-24 * hourMs)}
        and not exists (select 1 from outbox where lead_id = l.id)) as unqueued,
      (select count(*) from telegram_messages m left join contact_submissions l on l.id = lead_id where not given_up
        and (m.kind = 'lead' and shown_version < version or lead_id is null and m.kind <> 'file')) as behind`);
    const { sending = 0, waiting = 0, unqueued = 0, behind = 0 } = sums ?? {};
    const ofBot = isUp('telegram') ? behind + telegram.unconfirmed() : 0;
    return { sending, waiting: waiting + unqueued + ofBot };
  }

  const office = {
    telegram,
    mail,
    hooks,
    posted,
    outages,
    dataDir,
    looks,
    isUp,
    get staff() {
      return staff;
    },
    get url() {
      return service.url;
    },
    send: (submission: object, headers: Record<string, string>) => service.post(submission, headers),

    /** Waits until nothing is due. Time passes only while nothing is being sent. */
    async settle({ isBusy = false } = {}): Promise<void> {
      for (let polls = 0; ; polls++) {
        // Any change wakes the loops.
        if (polls % 8 === 0) await staff.nodira.ask('POST', '/health/resend', { channel: 'none' });
        await sleep(4);
        const { sending, waiting } = await due();
        if (sending + waiting === 0) {
          // An answer waits for some seconds to pass.
          if (isBusy) vi.setSystemTime(Date.now() + 2000);
          return;
        }
        if (sending > 0) polls = 0;
        else if (polls % 8 === 7) vi.setSystemTime(Date.now() + 20_000);
      }
    },
    /** Moves on to a time of this day, unless it is later already. */
    goTo(day: string, hour: number): void {
      const planned = (startOfTashkentDay(day) as Date).getTime() + hour * hourMs;
      vi.setSystemTime(Math.max(planned, Date.now() + minuteMs));
    },
    today: () => tashkentDate(Date.now()),

    break(channel: Channel): void {
      if (!down.has(channel)) down.set(channel, Date.now());
      if (channel === 'mail') mail.behave('disconnect');
      if (channel === 'webhook') webhook.behave({ status: 503 });
      if (channel === 'telegram') telegram.behave('disconnect', (path) => /\/(send|edit|delete)/.test(path));
    },
    repair(channel: Channel): void {
      const from = down.get(channel);
      if (from === undefined) return;
      outages.push({ channel, from, to: Date.now() });
      down.delete(channel);
      ({ telegram, mail, webhook })[channel].behave('accept');
    },

    /** `meanwhile`: what the operator does. */
    async restart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
      await db.close();
      await service.stop();
      await meanwhile();
      service = await startTestService(settings, { pages: onePage });
      db = await openDatabase(service.config);
      staff = await signAllIn();
    },
    async run(script: string, ...args: string[]): Promise<void> {
      const command = startProcess(`scripts/${script}.ts`, settings, args);
      if ((await command.ended) !== 0) throw new Error(command.output());
    },
  };
  return office;
}
export type Office = Awaited<ReturnType<typeof openOffice>>;
export type Person = Office['staff']['aziza'];

export const refIn = (text: string): string => /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? '';

/** A lead, or a reminder of it. */
export const showsLead = ({ text, deleted }: TelegramMessage): boolean =>
  !deleted && /^(⏰.*\n)?(New lead|Lead) /.test(text);
