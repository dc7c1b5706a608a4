/** Any text is stored exactly as it was sent, or refused with 400. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText, character } from '../../tests/any-text.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';

const services: Record<string, TestService> = {};
beforeAll(async () => {
  services.SQLite = await startTestService();
  services.PostgreSQL = await startTestService({ DATABASE_URL: await newDatabase() });
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()));
});

const difficult = ['\0', '\ud83c', '\udf93', ' ', '\u00a0', '\u202e', 'ў', 'oʻ', '🎓', '"', '\\', '\n'];
const text = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...difficult), maxLength: 30 }),
);
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '';

it.each(['SQLite', 'PostgreSQL'])('a message is stored as sent or refused, on %s', async (kind) => {
  const service = services[kind] as TestService;
  const messages = fc.sample(text, { numRuns: 200, seed: 20_261_101 });
  const statuses = await Promise.all(
    messages.map(async (message) => (await service.post({ name: 'x', phone: '1', message })).status),
  );
  expect(statuses).toEqual(messages.map((message) => (isStorable(message) ? 201 : 400)));
  const stored = (await service.leads()).map(({ message }) => message);
  expect(stored.sort()).toEqual(
    messages
      .filter(isStorable)
      .map((message) => message.trim())
      .sort(),
  );
});

describe('on SQLite', () => {
  it('a message survives a form without script', async () => {
    const service = services.SQLite as TestService;
    const before = (await service.leads()).length;
    const messages = fc
      .sample(anyText({ maxLength: 60 }), { numRuns: 50, seed: 20_261_101 })
      .map((message) => `a${message.toWellFormed().replaceAll('\0', '')}`);
    // Each from another phone: the same words from the same one are a repeat.
    for (const [phone, message] of messages.entries())
      await service.post(`name=x&phone=${phone}&message=${encodeURIComponent(message)}`, {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
    const stored = (await service.leads()).slice(before).map(({ message }) => message);
    expect(stored).toEqual(messages.map((message) => message.trim()));
  });

  it('a body that is no lead is answered with 400', async () => {
    const body = fc.oneof(
      fc.json({ stringUnit: character }),
      anyText(),
      fc.string().map((text) => `[${text}`),
    );
    for (const text of fc.sample(body, { numRuns: 100, seed: 20_261_101 }))
      expect((await (services.SQLite as TestService).post(text)).status, text).toBe(400);
  });
});
