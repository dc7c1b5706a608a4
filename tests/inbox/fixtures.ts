/** Fixtures: for each test a service with the built inbox, a Telegram chat, a mailbox, and signed-in staff. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { uz } from '#content/inbox/uz.ts';
import { inboxApiPath, inboxPath } from '#contract/addresses.ts';
import { submissionHeaders } from '#contract/submission.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { sql } from '#server/db/sql.ts';
import { inboxAccess } from '#server/inbox/access.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { setReminder } from '#server/leads/change.ts';
import { createInboxPages } from '#server/pages/inbox-pages.ts';
import { createPages, type Pages } from '#server/pages/pages.ts';
import { createLog } from '#server/runtime/log.ts';
import { addToStats, type StatsRow } from '#server/stats/counting.ts';
import { ConsoleErrors } from '#tests/console-errors.ts';
import { fastTempDir } from '#tests/fast-temp-dir.ts';
import { startTestService } from '#tests/service.ts';
import { startMailStandIn } from '#tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '#tests/stand-ins/telegram.ts';

export { expect } from '@playwright/test';
export const words = uz;

type Fixtures = {
  service: InboxService;
  /** Unexpected console errors and warnings fail the test. */
  consoleErrors: ConsoleErrors;
  /** A page in a new browser context, signed in as a staff member of this name. */
  signIn(name?: string): Promise<Page>;
};
type LeadValues = {
  name: string;
  phone?: string;
  email?: string;
  message?: string;
  language?: string;
  /** The attribution header, e.g. `https://t.me/ utm_campaign=reels-12`. */
  attribution?: string;
};
type InboxService = Awaited<ReturnType<typeof startInboxService>>;

export const test = base.extend<Fixtures>({
  service: async ({ context }, use) => {
    const service = await startInboxService();
    await use(service);
    for (const page of context.pages()) await page.close();
    await service.close();
  },
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors().listenTo(context);
      await use(consoleErrors);
      await consoleErrors.expectNoOthers();
    },
    { auto: true },
  ],
  signIn: async ({ browser, service, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name = 'Dilnoza') => {
      const context = await browser.newContext({ baseURL: service.url });
      contexts.push(context);
      consoleErrors.listenTo(context);
      const headers = { Origin: service.url };
      const api = service.url + inboxApiPath;
      await context.request.post(`${api}/session`, { headers, data: { token: await service.linkToken() } });
      await context.request.put(`${api}/me`, { headers, data: { name } });
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

const distDir = join(import.meta.dirname, '../../dist');
let pages: Pages | undefined;

/** Loaded once per worker. */
function builtPages(): Pages {
  if (pages) return pages;
  const inboxPages = createInboxPages({
    distDir,
    siteUrl: null,
    showsInbox: (request) => inboxAccess({ inboxEnabled: true, siteUrl: null }, request) !== null,
  });
  const log = createLog('silent');
  pages = createPages({ distDir, siteUrl: null, inboxPages, log });
  return pages;
}

export const codeIn = (text = ''): string => /\b[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(text)?.[0] ?? '';

const telegramChannel = { token: '1:test', chatId: '7' };

export async function startInboxService(environment: Record<string, string> = {}) {
  const telegram = await startTelegramStandIn(telegramChannel);
  const mail = await startMailStandIn();
  const dataDir = mkdtempSync(join(fastTempDir(), 'inbox-test-'));
  const start = (port: number) =>
    startTestService(
      {
        PORT: String(port),
        DATA_DIR: dataDir,
        TELEGRAM_BOT_TOKEN: telegramChannel.token,
        TELEGRAM_CHAT_ID: telegramChannel.chatId,
        TELEGRAM_API_URL: telegram.url,
        SMTP_URL: mail.url,
        MAIL_TO: 'staff@example.uz',
        ...environment,
      },
      { pages: builtPages() },
    );
  let running = await start(0);
  // The same message from the same number would be the same lead.
  let leads = 0;
  const { url, port } = running;

  return {
    url,
    dataDir,
    inboxUrl: url + inboxPath,
    telegram,
    mail,
    /** Waits for the sign-in code in the chat. */
    async codeFromChat(): Promise<string> {
      await expect.poll(() => codeIn(telegram.messages.at(-1)?.text)).not.toBe('');
      return codeIn(telegram.messages.at(-1)?.text);
    },
    linkToken: async () => newSignInLinkToken(await running.database()),
    /** Submits a lead and returns its reference. */
    async addLead({ language = 'uz', attribution, ...given }: LeadValues): Promise<string> {
      const values = { phone: '+998 90 123 45 67', email: null, message: `Italiya ${++leads}?`, ...given };
      const { status } = await running.post(values, {
        [submissionHeaders.language]: language,
        ...(attribution && { [submissionHeaders.attribution]: attribution }),
      });
      expect(status).toBe(201);
      const stored = (await running.leads()).findLast(({ name }) => name === given.name);
      return stored?.ref as string;
    },
    /** Sets a reminder that is due now. */
    async addDueReminder(ref: string): Promise<void> {
      await setReminder(await running.database(), ref, new Date(), { who: 'Sardor' });
    },
    /** As after three days of failures. */
    async giveUpOnLeads(channel: string): Promise<void> {
      const db = await running.database();
      await db.run(sql`update outbox set state = 'dead', leased_until = null where channel = ${channel}`);
    },
    /** Adds visits or clicks to the stats. */
    async addCounts(...counts: Partial<StatsRow>[]): Promise<void> {
      const day = tashkentDate(new Date());
      const usual = { day, name: '', source: 'direct', campaign: '', language: 'uz', count: 1 };
      await addToStats(
        await running.database(),
        counts.map((count) => ({ ...usual, ...count })),
      );
    },
    stop: () => running.stop({ keepData: true }),
    async start() {
      running = await start(port);
    },
    async close() {
      await running.stop();
      await Promise.all([telegram.stop(), mail.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const rows = (page: Page) =>
  page.getByRole('region', { name: words.list.label }).getByRole('listitem');
export const search = (page: Page) => page.getByRole('searchbox');
export const open = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).getByRole('link').click();
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const statusButton = (page: Page, status: keyof typeof words.status) =>
  page.getByRole('group', { name: words.lead.status }).getByRole('button', { name: words.status[status] });
export const history = (page: Page) =>
  page.getByRole('region', { name: words.lead.history }).getByRole('listitem');
export async function erase(page: Page): Promise<void> {
  // By keyboard, because a toast may cover the button.
  for (const name of [words.lead.erase, words.lead.eraseContinue, words.lead.eraseYes])
    await page.getByRole('button', { name, exact: true }).press('Enter');
}
/** Reloads the page until the assertion holds: the server checks its channels every few seconds. */
export const reloadUntil = (page: Page, path: string, shows: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await shows();
  }).toPass();
