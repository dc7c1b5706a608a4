import { expect, test, vi } from 'vitest';
import { localeIn } from '../leads/locale.ts';
import type { Notice, Sender } from '../outbox/channel.ts';
import { watchDatabase } from './database-watch.ts';

test('people are told that leads are not stored, and that they are again', async () => {
  const notices: Notice[] = [];
  let refuses = true;
  const sender: Sender = {
    ...{ channel: 'telegram', secrets: [] },
    sendLead: async () => ({ ok: true }),
    sendReminder: async () => ({ ok: true }),
    async sendNotice(notice) {
      if (refuses) {
        refuses = false;
        return { ok: false, error: 'busy' };
      }
      notices.push(notice);
      return { ok: true };
    },
  };
  let error: Error | null = new Error('disk full');
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const watch = watchDatabase({
    check: async () => {
      if (error) throw error;
    },
    ...{ senders: [sender], locale: localeIn('en'), log, lookMs: 5, reportAfterMs: 10 },
  });
  await vi.waitFor(() => expect(notices).toHaveLength(1));
  error = null;
  await vi.waitFor(() => expect(notices).toHaveLength(2));
  await watch.stop();
  expect(notices.map(({ title }) => title)).toEqual([
    '⚠️ Leads are not being saved',
    '✅ Leads are being saved again',
  ]);
  expect(notices[0]?.text).toContain('disk full');
});
