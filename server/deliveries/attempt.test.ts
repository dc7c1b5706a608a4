import { expect, test } from 'vitest';
import { exampleLead } from '../../tests/example-lead.ts';
import { StoreUnavailable } from '../store/store.ts';
import { attempt, tellOnce } from './attempt.ts';
import type { Sender } from './channel.ts';

const sender = (changes: Partial<Sender>): Sender => ({
  channel: 'telegram',
  secrets: ['123:token', 'p@ss'],
  send: async () => ({ ok: true }),
  tell: async () => ({ ok: true }),
  ...changes,
});
const minute = 60_000;
const goOn = new AbortController().signal;

test('secrets are cut out of an error, and what would harm a log or a terminal', async () => {
  const send = async () => ({ ok: false, error: 'no /bot123:token/ with p@ss\u001b[2J\nagain \0' }) as const;
  expect(await attempt(sender({ send }), exampleLead(), minute, goOn)).toEqual({
    ok: false,
    error: 'no /bot***/ with ***\ufffd[2J again \ufffd',
  });
});

test('a sender that throws has failed, and its secrets are kept as well', async () => {
  const send = () => Promise.reject(new TypeError('Failed to parse URL from https://api/bot123:token'));
  expect(await attempt(sender({ send }), exampleLead(), minute, goOn)).toEqual({
    ok: false,
    error: 'TypeError: Failed to parse URL from https://api/bot***',
  });
});

test('a store that is away is no failure of the channel, whose attempts are counted', async () => {
  const send = () => Promise.reject(new StoreUnavailable('the database is locked'));
  await expect(attempt(sender({ send }), exampleLead(), minute, goOn)).rejects.toThrow(StoreUnavailable);
});

test('a sender that never answers and ignores its signal has failed after the time limit', async () => {
  const send = () => new Promise<never>(() => {});
  expect(await attempt(sender({ send }), exampleLead(), 30, goOn)).toEqual({
    ok: false,
    error: 'no answer within 30 ms',
  });
});

test('an attempt that was abandoned has no result', async () => {
  const abandon = new AbortController();
  const send = () => new Promise<never>(() => {});
  const result = attempt(sender({ send }), exampleLead(), minute, abandon.signal);
  abandon.abort();
  expect(await result).toBeNull();
  expect(await attempt(sender({ send }), exampleLead(), minute, abandon.signal)).toBeNull();
});

test('a code is cut out of the error of who would not take it', async () => {
  const tell = async () => ({ ok: false, error: '550 "K7Q2-9F3D" refused by p@ss' }) as const;
  const notice = { title: 'Kod', code: 'K7Q2-9F3D', text: '' };
  expect(await tellOnce(sender({ tell }), notice, minute, goOn)).toEqual({
    ok: false,
    error: '550 "***" refused by ***',
  });
});
