import { setTimeout as sleep } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../store/store.ts';
import { troubleOf } from './api.ts';
import { listen } from './listen.ts';
import { usualBotTiming } from './timing.ts';

const update = (id: number) => ({ update_id: id });

/** A bot whose Telegram answers at once, whatever it is asked. */
function start(
  answer: (offset: number) => unknown,
  handleUpdate: (update: { update_id: number }) => unknown,
  storeTakes = async () => true,
) {
  const held = new AbortController();
  const getUpdates = vi.fn(async ({ offset }: { offset: number }) => answer(offset));
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const bot = {
    api: { getMe: async () => ({}), getWebhookInfo: async () => ({ url: '' }), getUpdates },
    handleUpdate,
  } as unknown as Bot;
  const ended = listen(
    {
      ...{ bot, token: '1:token', log },
      timing: { ...usualBotTiming, troubleMs: [40, 80] },
      accepted: async () => {},
      prepare: async () => {},
      report: async () => {},
      storeTakes,
      tellDropped: async () => {},
    },
    held.signal,
  );
  return {
    getUpdates,
    log,
    async stop() {
      held.abort();
      await ended;
    },
  };
}

test.each([
  ['an empty answer that comes at once', []],
  ['an answer without a list', undefined],
])('%s is not asked for again without a pause', async (_, answer) => {
  const running = start(
    () => answer,
    () => {},
  );
  await sleep(400);
  await running.stop();
  expect(running.getUpdates.mock.calls.length).toBeLessThan(15);
});

test('what the store will not take is tried some times, told of, and keeps nobody else waiting', async () => {
  const handled: number[] = [];
  const running = start(
    (offset) => [update(1), update(2)].filter(({ update_id }) => update_id >= offset),
    ({ update_id }) => {
      handled.push(update_id);
      if (update_id === 1) throw new StoreUnavailable('a row is locked');
    },
  );
  await vi.waitFor(() => expect(handled).toContain(2), 5000);
  await running.stop();
  expect(handled).toEqual([1, 1, 1, 2]);
  expect(running.log.error).toHaveBeenCalledTimes(1);
});

test('what a store that is away will not take is not tried again before it is back, and then kept', async () => {
  const handled: number[] = [];
  let asked = 0;
  const storeTakes = vi.fn(async () => ++asked > 5);
  const running = start(
    (offset) => [update(1), update(2)].filter(({ update_id }) => update_id >= offset),
    ({ update_id }) => {
      handled.push(update_id);
      if (asked <= 5) throw new StoreUnavailable('database is locked');
    },
    storeTakes,
  );
  await vi.waitFor(() => expect(handled).toContain(2), 5000);
  await running.stop();
  expect(handled).toEqual([1, 1, 2]);
  expect(running.log.error).not.toHaveBeenCalled();
});

test.each([
  [0, 1000],
  [7, 7000],
  [3_000_000, 24 * 3_600_000],
])('a silence of %s s that is asked for lasts %s ms', (seconds, ms) => {
  const answer = {
    ok: false as const,
    error_code: 429,
    description: '',
    parameters: { retry_after: seconds },
  };
  expect(troubleOf(new GrammyError('', answer, 'getUpdates', {}), '1:token').retryAfterMs).toBe(ms);
});
