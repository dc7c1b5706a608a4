import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inboxApiPath, type LeadPage, type LiveEvent } from '../../contract/inbox.ts';
import { exampleNewLead } from '../../tests/example-lead.ts';
import { startTestInbox, type TestBrowser, type TestInbox } from '../../tests/inbox.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';

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

describe('live', () => {
  let inbox: TestInbox;
  let browser: TestBrowser;
  let elsewhere: Store;
  beforeEach(async () => {
    inbox = await startTestInbox();
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
    inbox = await startTestInbox();
    elsewhere = await openStore(inbox.config);
  });
});
