/**
 * What every browser test of the inbox stands on: the built inbox on a service of its own, the chat and the mailbox that
 * leads and codes come to, and people with browsers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { uz } from '../../content/inbox/uz.ts';
import { inboxApiPath, inboxPath } from '../../contract/inbox.ts';
import { submissionHeaders } from '../../contract/submission.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import type { Count } from '../../server/figures/figures-store.ts';
import { createEntrance } from '../../server/inbox/entrance.ts';
import { createInboxPages } from '../../server/inbox/pages.ts';
import { newAddressToken } from '../../server/inbox/sign-in.ts';
import { createPages, type Pages } from '../../server/pages/pages.ts';
import { openStore } from '../../server/store/open.ts';
import type { Store } from '../../server/store/store.ts';
import { Complaints } from '../complaints.ts';
import { codeIn } from '../inbox.ts';
import { startTestService } from '../service.ts';
import { startMailStandIn } from '../stand-ins/mail.ts';
import { startTelegramStandIn } from '../stand-ins/telegram.ts';
import { throwawayPlace } from '../throwaway.ts';

export { expect } from '@playwright/test';
export const words = uz;

type Fixtures = {
  office: Office;
  /** What the consoles of all browsers say; anything that the test did not provoke fails it. */
  complaints: Complaints;
  /** Somebody's browser, signed in. */
  person(name: string): Promise<Page>;
};

type Written = {
  name: string;
  phone?: string;
  email?: string;
  message?: string;
  language?: string;
  /** As the page tells it: `https://t.me/ utm_campaign=reels-12`. */
  arrival?: string;
};
export type Office = Awaited<ReturnType<typeof openOffice>>;

export const test = base.extend<Fixtures>({
  office: async ({ context }, use) => {
    const office = await openOffice();
    await use(office);
    // Before the server goes: an open inbox would complain.
    for (const page of context.pages()) await page.close();
    await office.close();
  },
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints().listenTo(context);
      await use(complaints);
      await complaints.expectNoOthers();
    },
    { auto: true },
  ],
  person: async ({ browser, office, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const context = await browser.newContext({ baseURL: office.url });
      contexts.push(context);
      complaints.listenTo(context);
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

/** Read and compressed once for all services of a worker. */
function builtPages(): Pages {
  if (pages) return pages;
  const findEntrance = createEntrance({ inbox: true, siteUrl: null, trustedProxies: [] });
  const inbox = createInboxPages({ distDir, siteUrl: undefined, findEntrance });
  pages = createPages({ distDir, inbox, log: { warn() {}, error() {} } });
  return pages;
}

export const channels = { telegram: { token: '1:test', chatId: '7' }, mailbox: 'staff@example.uz' };

export async function openOffice(environment: Record<string, string> = {}) {
  const telegram = await startTelegramStandIn(channels.telegram);
  const mail = await startMailStandIn();
  const dataDir = mkdtempSync(join(throwawayPlace(), 'inbox-test-'));
  const start = (port: number) =>
    startTestService(
      {
        PORT: String(port),
        DATA_DIR: dataDir,
        TELEGRAM_BOT_TOKEN: channels.telegram.token,
        TELEGRAM_CHAT_ID: channels.telegram.chatId,
        TELEGRAM_API_URL: telegram.url,
        SMTP_URL: mail.url,
        MAIL_TO: channels.mailbox,
        ...environment,
      },
      { pages: builtPages() },
    );
  let service = await start(0);
  const { url, port, config } = service;
  async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await openStore(config);
    return work(store).finally(() => store.close());
  }

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
    /** The database, as another process would see it. */
    withStore,
    token: () => withStore((store) => newAddressToken(store.signIn)),
    /** A visitor fills in the form; answers with the lead's reference. */
    async lead({ language = 'uz', arrival, ...written }: Written): Promise<string> {
      const values = { phone: '+998 90 123 45 67', email: null, message: 'Italiya?', ...written };
      const { status } = await service.post(values, {
        [submissionHeaders.language]: language,
        ...(arrival && { [submissionHeaders.arrival]: arrival }),
      });
      expect(status).toBe(201);
      const stored = (await service.leads()).findLast(({ name }) => name === written.name);
      return stored?.ref as string;
    },
    /** Visits, or what was pressed, that another server has counted. */
    async counted(...counts: Partial<Count>[]): Promise<void> {
      const store = await openStore(config);
      const usual = { day: tashkentDate(new Date()), name: null, source: 'direct', campaign: null };
      await store.figures.add(
        counts.map((count) => ({
          ...usual,
          language: 'uz',
          count: 1,
          listed: true,
          trusted: true,
          ...count,
        })),
      );
      await store.close();
    },
    stop: () => service.stop(),
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

/** The list's rows, as one text each. */
export const rows = (page: Page) =>
  page.getByRole('region', { name: words.list.label }).getByRole('listitem');
export const search = (page: Page) => page.getByRole('searchbox');
export const open = (page: Page, name: string) =>
  rows(page).filter({ hasText: name }).getByRole('link').click();
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const statusButton = (page: Page, status: keyof typeof words.status) =>
  page.getByRole('group', { name: words.lead.status }).getByRole('button', { name: words.status[status] });
export async function askForLink(page: Page, name: string): Promise<void> {
  await page.getByLabel(words.links.name).fill(name);
  await press(page, words.links.make);
}
