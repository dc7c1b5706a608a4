import { afterEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

afterEach(() => void vi.useRealTimers());

test('a wait beyond the 24.8 days of a timer is no busy loop', async () => {
  vi.useFakeTimers();
  const work = vi.fn(async () => {});
  const running = repeat(work, () => 40 * 86_400_000);
  await vi.advanceTimersByTimeAsync(20 * 86_400_000);
  await running.stop();
  expect(work).toHaveBeenCalledOnce();
});
