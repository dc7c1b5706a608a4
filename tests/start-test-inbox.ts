/** The inbox's API on a free port, with browsers that keep cookies and channels that record messages. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { inboxApiPath } from '#contract/addresses.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { createInbox } from '#server/inbox/inbox.ts';
import type { InboxOptions } from '#server/inbox/options.ts';
import type { Channel, Sender, StaffMessage } from '#server/outbox/channel.ts';
import { createLog } from '#server/runtime/log.ts';
import { startSite } from '#server/site/site.ts';
import { type DatabaseKind, openTestDatabase } from './database.ts';

type Sent = { body?: unknown; headers?: Record<string, string> };

export type TestBrowser = ReturnType<Awaited<ReturnType<typeof startTestInbox>>['browser']>;

export async function startTestInbox({
  database = 'sqlite' as DatabaseKind,
  config = {} as Partial<InboxOptions['config']>,
  channels = ['telegram', 'email:owner@example.uz', 'webhook'] as Channel[],
  ...options
}: Partial<Omit<InboxOptions, 'config' | 'channels'>> & {
  database?: DatabaseKind;
  config?: Partial<InboxOptions['config']>;
  channels?: Channel[];
} = {}) {
  const db = await openTestDatabase(database);
  const staffMessages: { channel: Channel; message: StaffMessage }[] = [];
  const answers = new Map<Channel, () => Promise<void>>();
  const senders = channels.map(
    (channel): Sender => ({
      channel,
      secrets: ['1:token'],
      async send(message) {
        if (message.kind === 'staff') staffMessages.push({ channel, message });
        await answers.get(channel)?.();
      },
    }),
  );
  const site = startSite({
    db,
    renderer: null,
    log: createLog('silent'),
    replaceFiles: () => {},
    file: '',
    notifyStaff: async () => {},
  });
  onTestFinished(() => site.stop());
  const api = createInbox({
    db,
    channels,
    senders,
    site,
    log: createLog('silent'),
    config: {
      dataDir: '/nowhere',
      inboxEnabled: true,
      siteUrl: 'https://example.uz',
      databaseUrl: database === 'postgres' ? 'postgres:' : null,
      bot: { token: '1:token', chatId: '1', apiUrl: '', buttons: true },
      language: 'uz',
      ...config,
    },
    wake: () => {},
    checkDatabase: async () => {},
    clientOf: ({ headers }) => String(headers['x-test-client'] ?? 'one'),
    ...options,
  });
  const app = new Hono().route(inboxApiPath, api);
  const server = createServer(getRequestListener(app.fetch));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  const origin = config.siteUrl === undefined ? 'https://example.uz' : `http://127.0.0.1:${port}`;

  function browser(cookies = new Map<string, string>()) {
    /** A request of the inbox's own page; an object is sent as JSON. */
    async function ask(method: string, path: string, { body, headers }: Sent = {}): Promise<Response> {
      const response = await fetch(`http://127.0.0.1:${port}${inboxApiPath}${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { Origin: origin }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
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
    }
    /** Status and JSON. */
    const answer = async (method: string, path: string, sent?: Sent) => {
      const response = await ask(method, path, sent);
      return [response.status, await response.json()] as const;
    };
    const get = async <Body>(path: string): Promise<Body> => (await ask('GET', path)).json();
    const enter = (code: string) => answer('POST', '/session', { body: { code } });
    async function signIn(name = 'Nodira') {
      await ask('POST', '/session', { body: { token: await newSignInLinkToken(db) } });
      await ask('PUT', '/me', { body: { name } });
      return self;
    }
    const self = { cookies, ask, answer, get, enter, signIn, copy: () => browser(new Map(cookies)) };
    return self;
  }

  return {
    db,
    port,
    staffMessages,
    browser,
    behave: (channel: Channel, answer: () => Promise<void>) => answers.set(channel, answer),
    lastCode: () => staffMessages.findLast(({ message }) => message.code)?.message.code ?? '',
  };
}
