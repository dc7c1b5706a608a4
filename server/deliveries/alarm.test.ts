import { expect, test } from 'vitest';
import { Alarm } from './alarm.ts';

const never = 2 ** 31 - 1;

test('a sleeper is woken', async () => {
  const alarm = new Alarm();
  const sleeping = alarm.sleep(never);
  alarm.wake();
  await sleeping;
});

test('a wake-up while nobody sleeps ends the next sleep, and only that one', async () => {
  const alarm = new Alarm();
  alarm.wake();
  alarm.wake();
  await alarm.sleep(never);
  const second = alarm.sleep(never).then(() => 'woken');
  expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 20, 'asleep'))])).toBe(
    'asleep',
  );
  alarm.wake();
  await second;
});
