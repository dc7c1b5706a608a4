import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleNewLead } from '../tests/example-lead.ts';
import { deliveriesHealth } from './health.ts';
import { openStore } from './store/open.ts';
import type { Channel, Store } from './store/store.ts';

let folder: string;
const channels: Channel[] = ['telegram', 'email:a@example.uz', 'email:b@example.uz', 'webhook'];

describe('the health of deliveries', () => {
  let store: Store;
  let ref: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'health-test-'));
    store = await openStore({ dataDir: folder, databaseUrl: null });
    await store.deliveries.name(channels);
    ({ ref } = await store.addLead(exampleNewLead()));
    await store.deliveries.enrol(channels);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** Asked by somebody who has not asked just now, so many minutes from now. */
  async function health(minutes = 0) {
    const now = () => new Date(Date.now() + minutes * 60_000);
    const answer = await new Hono().get('/', deliveriesHealth(store, channels, now)).request('/');
    return [answer.status, await answer.text()];
  }
  async function fail(channel: Channel, retryMs: number | null) {
    for (const delivery of await store.deliveries.claim(channel, 1, 1000))
      await store.deliveries.failed(delivery, 'HTTP 500', retryMs);
  }

  it('is bad while a channel has failed for fifteen minutes, and names it, but no address', async () => {
    expect(await health()).toEqual([200, 'ok']);
    for (const channel of channels.slice(0, 3)) await fail(channel, 0);
    expect(await health(14)).toEqual([200, 'ok']);
    expect(await health(16)).toEqual([503, 'telegram, email']);
    for (const channel of channels.slice(0, 3))
      for (const delivery of await store.deliveries.claim(channel, 1, 1000))
        await store.deliveries.succeeded(delivery);
    expect(await health(16)).toEqual([200, 'ok']);
  });

  it('is bad at once when a lead was given up on, until that is sent again', async () => {
    await fail('webhook', null);
    expect(await health()).toEqual([503, 'webhook']);
    await store.deliveries.resend(ref, channels, 'Nodira');
    for (const delivery of await store.deliveries.claim('webhook', 1, 1000))
      await store.deliveries.succeeded(delivery);
    expect(await health()).toEqual([200, 'ok']);
  });

  it('is bad at once when the bot hears that it is put out, before any lead fails', async () => {
    await store.telegram.takeLease('a', 60_000);
    for (const state of ['token', 'no-chat', 'unreachable', 'moved', 'well'] as const) {
      await store.telegram.report('a', { state, words: null });
      const isOut = state === 'token' || state === 'no-chat';
      expect(await health()).toEqual(isOut ? [503, 'telegram'] : [200, 'ok']);
    }
  });

  it('is well when the lead that was given up on is erased', async () => {
    await fail('webhook', null);
    await store.eraseLead(ref);
    expect(await health(16)).toEqual([200, 'ok']);
  });

  it('is one look at the store for all who ask within five seconds', async () => {
    const look = vi.spyOn(store.notices, 'channelStates');
    const app = new Hono().get('/', deliveriesHealth(store, channels));
    await Promise.all(Array.from({ length: 50 }, () => app.request('/')));
    expect(look).toHaveBeenCalledOnce();
  });

  it('is bad when the store does not say', async () => {
    await store.close();
    expect((await health())[0]).toBe(503);
  });
});
