/** Any text is stored exactly as it was sent, or refused with 400. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { startTestService, type TestService } from '../../tests/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const difficult = ['\0', '\ud83c', '\udf93', ' ', '\u00a0', '\u202e', 'ў', 'oʻ', '🎓', '"', '\\', '\n'];
const text = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...difficult), maxLength: 30 }),
);
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0') && text.trim() !== '';
const sample = <Value>(arbitrary: fc.Arbitrary<Value>, numRuns: number) =>
  fc.sample(arbitrary, { numRuns, seed: 20_261_101 });

test('a message is stored as sent or refused', async () => {
  for (const message of sample(text, 200)) {
    const { status } = await service.post({ name: 'x', phone: '1', message });
    expect(status, message).toBe(isStorable(message) ? 201 : 400);
    if (status === 201) expect((await service.leads()).at(-1)?.message).toBe(message.trim());
  }
});

test('a message survives a form without script', async () => {
  const messages = sample(anyText({ maxLength: 60 }), 50).filter(isStorable);
  // The same words from the same phone would be a repeat.
  for (const [phone, message] of messages.entries()) {
    await service.post(String(new URLSearchParams({ name: 'x', phone: `${phone}`, message })), {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect((await service.leads()).at(-1)?.message).toBe(message.trim());
  }
});
