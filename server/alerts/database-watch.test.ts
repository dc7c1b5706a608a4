import { afterEach, expect, test, vi } from 'vitest';
import { localeIn } from '#server/leads/locale.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { watchDatabase } from './database-watch.ts';

afterEach(() => vi.useRealTimers());

test('people learn that leads are not stored, and that they are again', async () => {
  vi.useFakeTimers();
  const titles: string[] = [];
  const send = vi.fn().mockRejectedValueOnce(new Error('busy'));
  send.mockImplementation(async ({ title, text }) => titles.push(title, text));
  const checkDatabase = vi.fn().mockRejectedValue(new Error('disk full'));
  const watch = watchDatabase({
    checkDatabase,
    senders: [{ channel: 'telegram', secrets: [], send }],
    locale: localeIn('en'),
    log: spiedLog(),
  });
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);
  await pass(14);
  expect(send).not.toHaveBeenCalled();
  await pass(30);
  expect(titles).toEqual(['⚠️ Leads are not being saved', expect.stringContaining('disk full')]);
  checkDatabase.mockResolvedValue(undefined);
  await pass(30);
  expect(titles.slice(2)).toEqual(['✅ Leads are being saved again', expect.any(String)]);
  await watch.stop();
});
