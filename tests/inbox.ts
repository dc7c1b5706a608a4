/** The provider's side of a test service: browsers with their cookies, and the chat and mailbox that codes come to. */
import { inboxApiPath } from '../contract/inbox.ts';
import { newAddressToken } from '../server/inbox/sign-in.ts';
import { openStore } from '../server/store/open.ts';
import { startTestService, type TestService } from './service.ts';
import { startMailStandIn } from './stand-ins/mail.ts';
import { startTelegramStandIn } from './stand-ins/telegram.ts';

type Sent = { body?: unknown; headers?: Record<string, string> };

export type TestBrowser = {
  cookies: Map<string, string>;
  /** As the inbox's own page would ask; a body that is no text is sent as JSON. */
  ask(method: string, path: string, sent?: Sent): Promise<Response>;
  signIn(): Promise<TestBrowser>;
};

export async function startTestInbox(environment: Record<string, string> = {}) {
  const telegram = await startTelegramStandIn({ token: '1:token', chatId: '-42' });
  const mail = await startMailStandIn();
  const service = await startTestService({
    TELEGRAM_BOT_TOKEN: '1:token',
    TELEGRAM_CHAT_ID: '-42',
    TELEGRAM_API_URL: telegram.url,
    SMTP_URL: mail.url,
    MAIL_TO: 'owner@example.uz, helper@example.uz',
    ...environment,
  });
  return {
    ...service,
    telegram,
    mail,
    browser: () => openBrowser(service),
    /** The code of the last message to the chat. */
    lastCode: () => codeIn(telegram.messages.at(-1)?.text),
    async stop() {
      await service.stop();
      await Promise.all([telegram.stop(), mail.stop()]);
    },
  };
}
export type TestInbox = Awaited<ReturnType<typeof startTestInbox>>;

export const codeIn = (text = ''): string => /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0] ?? '';

export function openBrowser({ url, config }: Pick<TestService, 'url' | 'config'>): TestBrowser {
  const cookies = new Map<string, string>();
  const origin = config.siteUrl ?? url;
  const browser: TestBrowser = {
    cookies,
    async ask(method, path, { body, headers } = {}) {
      const response = await fetch(`${url}${inboxApiPath}${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { Origin: origin }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(cookies.size === 0
            ? {}
            : { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
    async signIn() {
      const store = await openStore(config);
      const token = await newAddressToken(store.signIn);
      await store.close();
      await browser.ask('POST', '/session', { body: { token } });
      await browser.ask('PUT', '/me', { body: { name: 'Nodira' } });
      return browser;
    },
  };
  return browser;
}
