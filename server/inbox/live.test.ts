import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inboxApiPath, type LeadPage, type LiveEvent } from '../../contract/inbox.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { createLeads, type Leads } from '../leads/leads.ts';
import { createLog } from '../log.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { noRateLimit } from '../submissions/rate-limit.ts';
import { createLive } from './live.ts';
import type { InboxEnv } from './request.ts';
import { hashOf } from './secrets.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

const places: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await newDatabase() }),
};

/** What EventSource would make of it: each event's name, and what came with it. */
async function listen(inbox: TestInbox, browser: TestBrowser) {
  const leave = new AbortController();
  const response = await fetch(`${inbox.url}${inboxApiPath}/live`, {
    headers: { Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
    signal: leave.signal,
  });
  const heard: { name: string; data: unknown }[] = [];
  const ended = (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) =>
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        const data = field('data');
        if (data) heard.push({ name: field('event') ?? 'message', data: JSON.parse(data) });
      }
    }
  })();
  return { response, heard, ended, leave: () => leave.abort() };
}

const patience = { timeout: 15_000, interval: 20 };

describe.each(Object.entries(places))('live, on %s', (_name, place) => {
  let inbox: TestInbox;
  let browser: TestBrowser;
  let elsewhere: Store;
  beforeEach(async () => {
    inbox = await startTestInbox(await place());
    browser = await inbox.browser().signIn();
    elsewhere = await openStore(inbox.config);
  });
  afterEach(async () => {
    await elsewhere.close();
    await inbox.stop();
  });

  it('tells every open inbox what happens to leads, also by another process', async () => {
    const [one, two] = [await listen(inbox, browser), await listen(inbox, browser)];
    expect(one.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(one.response.headers.get('cache-control')).toBe('no-store');
    await vi.waitFor(() => expect(one.heard).toEqual([{ name: 'ready', data: {} }]), patience);

    await inbox.post({ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' });
    const [lead] = await inbox.leads();
    const { ref } = await elsewhere.addLead(exampleNewLead());
    await browser.ask('POST', `/leads/${ref}/spam`, { body: { spam: true } });
    await browser.ask('DELETE', `/leads/${ref}`);
    for (const { heard } of [one, two]) {
      const events = () =>
        heard.filter(({ name }) => name === 'message').map(({ data }) => data as LiveEvent);
      await vi.waitFor(() => expect(events()).toContainEqual({ ref, kind: 'erased' }), patience);
      expect(events()).toContainEqual({ ref: lead?.ref, kind: 'added' });
    }
    one.leave();
    two.leave();
    await Promise.allSettled([one.ended, two.ended]);
  });

  it('begins anew with `ready` after every break, by when what was missed can be fetched', async () => {
    const before = await listen(inbox, browser);
    await vi.waitFor(() => expect(before.heard).toHaveLength(1), patience);
    before.leave();
    await before.ended.catch(() => {});
    const { ref } = await elsewhere.addLead(exampleNewLead());
    const after = await listen(inbox, browser);
    await vi.waitFor(() => expect(after.heard[0]?.name).toBe('ready'), patience);
    const page = (await (await browser.ask('GET', '/leads')).json()) as LeadPage;
    expect(page.leads.map((lead) => lead.ref)).toEqual([ref]);
    after.leave();
    await after.ended.catch(() => {});
  });

  it('ends with the session, and with everybody’s', async () => {
    const other = await inbox.browser().signIn();
    const [mine, theirs] = [await listen(inbox, browser), await listen(inbox, other)];
    await browser.ask('DELETE', '/session');
    await mine.ended;
    await vi.waitFor(() => expect(theirs.heard).toHaveLength(1), patience);
    await other.ask('DELETE', '/sessions');
    await theirs.ended;
    expect((await listen(inbox, other)).response.status).toBe(401);
  });

  it('does not hold up the server when it stops, and ends in peace', async () => {
    const listening = await listen(inbox, browser);
    await vi.waitFor(() => expect(listening.heard).toHaveLength(1), patience);
    await elsewhere.close();
    await inbox.stop();
    await listening.ended;
    inbox = await startTestInbox(await place());
    elsewhere = await openStore(inbox.config);
  });

  it('ends when another process ended the session', async () => {
    const log = createLog('silent');
    const limits = { all: noRateLimit, each: noRateLimit };
    const signIn = createSignIn({ store: elsewhere.signIn, senders: [], limits, log });
    const leads = createLeads({ store: elsewhere, channels: [] });
    const live = createLive({ leads, signIn, log, beatMs: 20 });
    const session = await signIn.findSession(browser.cookies.get('inbox-session'));
    if (!session) throw new Error('nobody is signed in');
    const reader = live.open(session).getReader();
    const heard: string[] = [];
    const ended = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        heard.push(Buffer.from(part.value).toString());
    })();
    // It beats while the session is there, for the browser to hear: a comment it would keep to itself.
    await vi.waitFor(
      () => expect(heard.filter((text) => text.startsWith('event: beat\ndata:')).length).toBeGreaterThan(1),
      patience,
    );
    await browser.ask('DELETE', '/sessions');
    await ended;
    await signIn.stop();
  });

  it('looks at the store once for all that are open, and no more when the last has gone', async () => {
    const log = createLog('silent');
    const looked = vi.fn();
    const followLeads = elsewhere.followLeads.bind(elsewhere);
    vi.spyOn(elsewhere, 'followLeads').mockImplementation(() => {
      const follow = followLeads();
      return () => {
        looked();
        return follow();
      };
    });
    const leads = createLeads({ store: elsewhere, channels: [] });
    const signIn = { isOpen: async () => true } as unknown as SignIn;
    const live = createLive({ leads, signIn, log });
    const session = { holder: hashOf('x'), name: null, seenAt: null };
    const readers = Array.from({ length: 3 }, () => live.open(session).getReader());
    const next = async (reader: (typeof readers)[number]) =>
      Buffer.from((await reader.read()).value ?? []).toString();
    for (const reader of readers) {
      expect(await next(reader)).toMatch('retry');
      expect(await next(reader)).toMatch('ready');
    }
    const { ref } = await elsewhere.addLead(exampleNewLead());
    await leads.setSpam(ref, { spam: true, from: null }, 'Nodira');
    for (const reader of readers) expect(await next(reader)).toContain(ref);
    // A late one is told at once that nothing can be missed.
    const late = live.open(session).getReader();
    expect(await next(late)).toMatch('retry');
    expect(await next(late)).toMatch('ready');
    expect(elsewhere.followLeads).toHaveBeenCalledTimes(1);
    live.stop();
    looked.mockClear();
    await leads.setSpam(ref, { spam: false, from: null }, 'Nodira');
    expect(looked).not.toHaveBeenCalled();
  });

  it('lets go of a browser that takes nothing, instead of keeping everything for it', async () => {
    const log = createLog('silent');
    const limits = { all: noRateLimit, each: noRateLimit };
    const signIn = createSignIn({ store: elsewhere.signIn, senders: [], limits, log });
    const watching = new Set<(event: LiveEvent) => void>();
    const watch: Leads['watch'] = (listener, ready) => {
      watching.add(listener);
      ready?.();
      return () => void watching.delete(listener);
    };
    const live = createLive({ leads: { watch } as Leads, signIn, log });
    const session = { holder: hashOf('x'), name: null, seenAt: null };
    const stuck = live.open(session).getReader();
    const reading = live.open(session).getReader();
    let read = 0;
    for (let i = 0; i < 1000; i++) {
      for (const tell of watching) tell({ ref: 'K7Q2-9F3D', kind: 'changed' });
      await reading.read();
    }
    while (!(await stuck.read()).done) read++;
    expect(read).toBeLessThan(600);
    expect(watching.size).toBe(1);
    live.stop();
    expect(watching.size).toBe(0);
    await signIn.stop();
  });
});

it('leaves nothing open for a browser that went away before it was answered', async () => {
  let watched = 0;
  const watch: Leads['watch'] = (_listener, ready) => {
    watched++;
    ready?.();
    return () => void watched--;
  };
  const signIn = { isOpen: async () => true } as unknown as SignIn;
  const live = createLive({ leads: { watch } as Leads, signIn, log: createLog('silent') });
  let answered = false;
  const app = new Hono<InboxEnv>()
    .use(async (c, next) => {
      c.set('session', { holder: hashOf('x'), name: null, seenAt: null });
      client.destroy();
      await once(c.env.incoming.socket, 'close');
      await next();
      answered = true;
    })
    .route('/', live.routes);
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await once(server.listen(0), 'listening');
  const client = connect((server.address() as AddressInfo).port);
  client.write('GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(answered).toBe(true), patience);
  expect(watched).toBe(0);
  live.stop();
  server.close();
});
