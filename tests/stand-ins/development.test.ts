import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { startDeliveries } from '../../server/deliveries/deliveries.ts';
import { openStore } from '../../server/store/open.ts';
import { exampleNewLead } from '../example-lead.ts';
import { startDevelopmentStandIns } from './development.ts';

test('in development a lead is printed as the Telegram group and the mailbox would get it', async () => {
  const printed: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'development-test-'));
  const standIns = await startDevelopmentStandIns((text) => printed.push(text));
  const read = readConfig({ ...standIns.environment, DATA_DIR: folder });
  const { config } = 'config' in read ? read : expect.fail(read.errors.join('\n'));
  const store = await openStore(config);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const deliveries = await startDeliveries({ store, config, log });

  await store.addLead(exampleNewLead(7));
  deliveries.wake();
  await vi.waitFor(() => expect(printed).toHaveLength(2), 20_000);
  const [telegram, mail] = printed[0]?.includes('Telegram message') ? printed : printed.toReversed();
  expect(telegram).toMatch(/Telegram message ─+\nYangi murojaat .*\n\nIsm: Visitor 7\n/);
  expect(mail).toMatch(
    /E-mail ─+\nTo: staff@example.uz\nReply-To: .*\nSubject: Yangi murojaat .* · Visitor 7\n/,
  );

  await deliveries.stop();
  await Promise.all([store.close(), standIns.stop()]);
  rmSync(folder, { recursive: true });
});
