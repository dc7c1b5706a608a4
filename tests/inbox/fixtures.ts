/** Fixtures of all tests of the inbox: the built inbox on a service of its own, its chat and mailbox, and people. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { uz } from '../../content/inbox/uz.ts';
import { inboxApiPath, inboxPath } from '../../contract/inbox.ts';
import { submissionHeaders } from '../../contract/submission.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { isApiPath } from '../../server/app.ts';
import { inboxAccess } from '../../server/inbox/access.ts';
import { newSignInLinkToken } from '../../server/inbox/codes.ts';
import { setReminder } from '../../server/leads/change.ts';
import { createLog } from '../../server/log.ts';
import { createInboxPages } from '../../server/pages/inbox-pages.ts';
import { createPages, type Pages } from '../../server/pages/pages.ts';
import { addToStats, type StatsRow } from '../../server/stats/counting.ts';
import { ConsoleErrors } from '../console-errors.ts';
import { startTestService } from '../service.ts';
import { startMailStandIn } from '../stand-ins/mail.ts';
import { startTelegramStandIn } from '../stand-ins/telegram.ts';
import { throwawayPlace } from '../throwaway.ts';

export { expect } from '@playwright/test';
export const words = uz;

type Fixtures = {
  office: Office;
  /** Errors and warnings in all consoles; one that the test does not expect fails it. */
  consoleErrors: ConsoleErrors;
  /** The browser of somebody who is signed in. */
  person(name?: string): Promise<Page>;
};
type WrittenLead = {
  name: string;
  phone?: string;
  email?: string;
  message?: string;
  language?: string;
  /** The page's header: `https://t.me/ utm_campaign=reels-12`. */
  arrival?: string;
};
type Office = Awaited<ReturnType<typeof openOffice>>;

export const test = base.extend<Fixtures>({
  office: async ({ context }, use) => {
    const office = await openOffice();
    await use(office);
    for (const page of context.pages()) await page.close();
    await office.close();
  },
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors().listenTo(context);
      await use(consoleErrors);
      await consoleErrors.expectNoOthers();
    },
    { auto: true },
  ],
  person: async ({ browser, office, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name = 'Dilnoza') => {
      const context = await browser.newContext({ baseURL: office.url });
      contexts.push(context);
      consoleErrors.listenTo(context);
      const headers = { Origin: office.url };
      const api = office.url + inboxApiPath;
      await context.request.post(`${api}/session`, { headers, data: { token: await office.token() } });
      await context.request.put(`${api}/me`, { headers, data: { name } });
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

const distDir = join(import.meta.dirname, '../../dist');
let pages: Pages | undefined;

/** Read once for all services of a worker. */
function builtPages(): Pages {
  if (pages) return pages;
  const inboxPages = createInboxPages({
    distDir,
    siteUrl: null,
    hasAccess: (request) => inboxAccess({ inboxEnabled: true, siteUrl: null }, request) !== null,
  });
  const log = createLog('silent');
  pages = createPages({ distDir, siteUrl: null, inboxPages, isApi: isApiPath, log });
  return pages;
}

export const codeIn = (text = ''): string => /\b[\dA-Z]{4}-[\dA-Z]{4}\b/.exec(text)?.[0] ?? '';

const telegramChannel = { token: '1:test', chatId: '7' };

export async function openOffice(environment: Record<string, string> = {}) {
  const telegram = await startTelegramStandIn(telegramChannel);
  const mail = await startMailStandIn();
  const dataDir = mkdtempSync(join(throwawayPlace(), 'inbox-test-'));
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
  let service = await start(0);
  const { url, port } = service;

  return {
    url,
    dataDir,
    inbox: url + inboxPath,
    telegram,
    mail,
    /** The code of the last message to the chat, once it is there. */
    async code(): Promise<string> {
      await expect.poll(() => codeIn(telegram.messages.at(-1)?.text)).not.toBe('');
      return codeIn(telegram.messages.at(-1)?.text);
    },
    token: async () => newSignInLinkToken(await service.database()),
    /** Submits the form; returns the lead's reference. */
    async lead({ language = 'uz', arrival, ...written }: WrittenLead): Promise<string> {
      const values = { phone: '+998 90 123 45 67', email: null, message: 'Italiya?', ...written };
      const { status } = await service.post(values, {
        [submissionHeaders.language]: language,
        ...(arrival && { [submissionHeaders.arrival]: arrival }),
      });
      expect(status).toBe(201);
      const stored = (await service.leads()).findLast(({ name }) => name === written.name);
      return stored?.ref as string;
    },
    /** Lets a reminder be due. */
    async remind(ref: string): Promise<void> {
      await setReminder(await service.database(), ref, new Date(), { who: 'Sardor' });
    },
    /** Adds visits, or clicks, to the stats. */
    async addCounts(...counts: Partial<StatsRow>[]): Promise<void> {
      const day = tashkentDate(new Date());
      const usual = { day, name: '', source: 'direct', campaign: '', language: 'uz', count: 1 };
      await addToStats(
        await service.database(),
        counts.map((count) => ({ ...usual, ...count })),
      );
    },
    stop: () => service.stop({ keepData: true }),
    async start() {
      service = await start(port);
    },
    async close() {
      await service.stop();
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
  // With the keyboard: a toast may cover the button.
  for (const name of [words.lead.erase, words.lead.eraseContinue, words.lead.eraseYes])
    await page.getByRole('button', { name, exact: true }).press('Enter');
}
/** Loads the page again until it shows this: the server looks at its channels every few seconds. */
export const reloadUntil = (page: Page, path: string, shows: () => Promise<void>) =>
  expect(async () => {
    await page.goto(path);
    await shows();
  }).toPass();
