import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tashkentDate } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open.ts';
import { redeemSignInLink } from '#server/inbox/codes.ts';
import { addLead } from '#server/leads/add.ts';
import { changeStatus } from '#server/leads/change.ts';
import { findLead, findLeadRecord } from '#server/leads/find.ts';
import type { Lead, NewLead } from '#server/leads/lead.ts';
import { deliveriesOf } from '#server/outbox/channel-state.ts';
import { claim, enqueueLeads, type Item, markFailed } from '#server/outbox/queue.ts';
import { addToStats } from '#server/stats/counting.ts';
import { recordMessage } from '#server/telegram/messages.ts';
import { newLead } from '#tests/leads.ts';
import { leads as runLeads } from './leads.ts';

const script = resolve(import.meta.dirname, 'leads.ts');
const telegram = { TELEGRAM_BOT_TOKEN: '1:token', TELEGRAM_CHAT_ID: '-42' };
let folder: string;
let environment: Record<string, string>;
let db: Db;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leads-test-'));
  // Without the developer's own settings.
  environment = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', DATA_DIR: folder };
  db = await openDatabase({ dataDir: folder, databaseUrl: null });
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

type Terminal = Parameters<typeof runLeads>[2];

/** Runs in this process, which is much faster than starting another. Returns the output. */
const leads = (...args: string[]) => leadsAt({}, ...args);
async function leadsAt(terminal: Partial<Terminal>, ...args: string[]): Promise<string> {
  let output = '';
  const print = async (text: string) => {
    output += text;
  };
  await runLeads(args, environment, { columns: undefined, confirm: null, print, ...terminal });
  return output;
}

function leadsProcess(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env: environment, cwd: folder }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('version needs no settings', async () => {
  environment = { PORT: 'abc' };
  expect(await leads('version')).toMatch(/^\d+\.\d+\.\d+.*\n$/);
});

const add = async (changes: Partial<NewLead> = {}) => (await addLead(db, newLead(changes))).ref;

describe('list', () => {
  const names = async (...args: string[]) =>
    (await leads('list', ...args)).match(/Ali|Botir|Robot/g)?.toSorted() ?? [];

  test('shows the newest leads first, up to the limit, one per line', async () => {
    expect(await leads('list')).toBe('No leads.\n');
    await add({ name: 'Ali' });
    const refs = [await add({ name: 'Botir Abdurahmonov-Karimov' }), await add({ name: 'Vali\u001b[2J' })];
    const lines = (await leads('list', '--limit', '2')).split('\n');
    expect(lines[0]).toMatch(/^REF {8}RECEIVED {10}NAME +PHONE +EMAIL +LANG {2}STATUS {2}SPAM {2}MESSAGE$/);
    expect(lines[1]).toMatch(
      /Vali\ufffd\[2J +\+998 90 123 45 67 +dilnoza@example.uz +uz +new +Salom! Italiya/,
    );
    expect(lines[1]).toContain(refs[1]);
    expect(lines[2]).toMatch(new RegExp(`^${refs[0]} .* Botir Abdurahmonov-Kari… `));
    expect(lines[3]).toContain('--limit');
    const narrow = (await leadsAt({ columns: 40 }, 'list')).split('\n');
    expect(narrow[1]).toHaveLength(40);
  });

  test('has a filter for each property of a lead', async () => {
    const ref = await add({ name: 'Ali', phone: '90 111-45-67', source: 'telegram', campaign: 'reels12' });
    await add({ name: 'Botir', phone: '+998 91 222 33 44', source: 'telegram' });
    await add({ name: 'Robot', phone: '4567', spam: true });
    await changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'A' });
    expect(await names('--find', '+998 90 111')).toEqual(['Ali']);
    expect(await names('--status', 'client')).toEqual(['Ali']);
    // Spam has the status "new" as well.
    expect(await names('--status', 'new')).toEqual(['Botir']);
    expect(await names('--spam')).toEqual(['Robot']);
    expect(await names('--source', 'telegram')).toEqual(['Ali', 'Botir']);
    expect(await names('--campaign', '-')).toEqual(['Botir', 'Robot']);
  });

  test('has filters for days in Tashkent, and for hours or days ago', async () => {
    await add({ name: 'Ali' });
    const today = tashkentDate(new Date());
    for (const since of ['1h', '7d', today]) expect(await names('--since', since)).toEqual(['Ali']);
    expect(await names('--since', '2999-01-01')).toEqual([]);
    expect(await names('--until', today)).toEqual(['Ali']);
    expect(await names('--until', '1h')).toEqual([]);
  });
});

test('show prints everything about a lead, however its reference is typed', async () => {
  const ref = await add({ message: 'Salom!\nDeliveries\n\u001b[2J' });
  await enqueueLeads(db, ['telegram', 'webhook']);
  await markFailed(db, (await claim(db, 'webhook')) as Item, 'HTTP 500');
  const out = await leads('show', ref.toLowerCase().replace('-', ''));
  expect(out).toContain(`Reference  ${ref}\n`);
  expect(out).toContain('Name       Dilnoza Karimova\n');
  expect(out).toContain('Message\n    Salom!\n    Deliveries\n    \ufffd[2J\n');
  expect(out).toMatch(/\n {2}telegram: queued, attempts 0, next \d{4}-/);
  expect(out).toContain('\n  webhook: not delivered, attempts 1: HTTP 500\n');
  expect(await leads('list', '--undelivered')).toContain(ref);
});

test('note and status record who made the change', async () => {
  const ref = await add();
  const typed = ref.toLowerCase();
  const words = ['Called,', 'wants\u001b', 'Italy'];
  expect(await leads('note', typed, ...words, '--as', 'Aziza')).toBe(`Note added to ${ref} by Aziza.\n`);
  expect(await leads('status', typed, 'contacted')).toBe(`${ref} is now contacted (was new).\n`);
  expect(await leads('status', typed, 'contacted')).toBe(`${ref} is already contacted.\n`);
  const out = await leads('show', ref);
  expect(out).toContain('Status     contacted\n');
  expect(out).toMatch(
    /\nHistory\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Aziza: note\n {4}Called, wants\ufffd Italy\n/,
  );
  expect(out).toContain(`  ${userInfo().username}: new → contacted\n`);
});

describe('export', () => {
  test('csv has the headings and days asked for', async () => {
    const ref = await add();
    const uzbek = await leads('export', '--language', 'uz', '--since', '1d');
    expect(uzbek).toMatch(/^\ufeff"Murojaat raqami";"Vaqt \(Toshkent\)";"Ism";"Telefon";/);
    expect(uzbek).toContain(`\r\n"${ref}";"`);
    expect(await leads('export', '--until', '2020-01-01')).not.toContain(ref);
  });

  test('jsonl has one lead per line, as it was sent', async () => {
    const sent = { ...newLead(), name: 'Ali\u001b', email: null, message: '=1\n"2"' };
    const ref = await add(sent);
    await add();
    const lines = (await leads('export', '--format', 'jsonl')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    const { created_at, ...lead } = JSON.parse(lines[1] ?? '');
    expect(lead).toEqual({
      ref,
      name: sent.name,
      phone: sent.phone,
      email: null,
      message: sent.message,
      language: 'uz',
      source: null,
      campaign: null,
      status: 'new',
      suspected_spam: false,
      last_note: null,
      reminder: null,
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
  });

  test.each(['csv', 'jsonl'])('%s has no control characters on a terminal', async (format) => {
    // These set the title, clear the screen (twice) and reverse the text.
    await add({ name: 'Ali\u001b]0;title\u0007\u001b[2J\u009b2J\u202eilA' });
    const out = await leadsAt({ columns: 80 }, 'export', '--format', format);
    expect(out).toContain('Ali');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('ends without an error when the reader closes the pipe, as head does', async () => {
    for (let i = 0; i < 100; i++) await add({ message: 'x'.repeat(5000) });
    const child = spawn(process.execPath, [script, 'export'], { env: environment, cwd: folder });
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

test('resend queues the lead again for every configured channel', async () => {
  const ref = await add();
  await expect(leads('resend', ref)).rejects.toThrow('No channel is configured');
  Object.assign(environment, telegram);
  expect(await leads('resend', ref)).toContain('telegram');
  const lead = await findLeadRecord(db, ref);
  expect(lead?.events).toMatchObject([{ kind: 'resend', who: userInfo().username }]);
  expect(await deliveriesOf(db, lead?.id ?? 0)).toMatchObject([
    { channel: 'telegram', state: 'pending', attempts: 0 },
  ]);
});

describe('erase', () => {
  test('asks at a terminal, with the name of the lead', async () => {
    const ref = await add({ name: 'Ali\u202e' });
    const confirm = vi.fn(async (_question: string) => false);
    expect(await leadsAt({ confirm }, 'erase', ref)).toBe('Nothing was erased.\n');
    expect(confirm).toHaveBeenCalledWith(`Permanently erase ${ref} (Ali, +998 90 123 45 67)?`);
    expect(await findLeadRecord(db, ref)).not.toBeNull();
    await leadsAt({ confirm: async () => true }, 'erase', ref);
    expect(await findLeadRecord(db, ref)).toBeNull();
  });

  test('without a terminal needs --yes', async () => {
    const ref = await add();
    await expect(leads('erase', ref)).rejects.toThrow(`erase ${ref} --yes`);
    expect(await leads('erase', ref, '--yes')).toBe(
      `${ref} was erased. Emails already delivered and existing backups still contain it.\n`,
    );
  });

  test('says what happens to messages in Telegram', async () => {
    const addShownInTelegram = async () => {
      const ref = await add();
      const { id } = (await findLead(db, ref)) as Lead;
      await recordMessage(db, { chatId: '-42', messageId: id }, 'lead', [ref]);
      return ref;
    };
    expect(await leads('erase', await addShownInTelegram(), '--yes')).toContain('delete it there by hand');
    Object.assign(environment, telegram);
    expect(await leads('erase', await addShownInTelegram(), '--yes')).toContain(
      'will remove it from Telegram',
    );
  });
});

describe('stats', () => {
  const day = tashkentDate(new Date());
  const reels = { source: 'instagram', campaign: 'reels12', language: 'ru' } as const;
  const addVisits = () =>
    addToStats(db, [
      { day, ...reels, name: '', count: 12 },
      { day, ...reels, name: 'telegram-footer', count: 3 },
    ]);

  test('prints leads, visits, campaigns and the health of the channels', async () => {
    Object.assign(environment, telegram);
    await add({ language: null });
    await enqueueLeads(db, ['telegram']);
    await markFailed(db, (await claim(db, 'telegram')) as Item, 'HTTP 401: Unauthorized');
    expect(await leads('stats')).toContain('Last 30 days: visits not counted yet, ');
    await addVisits();
    await add(reels);
    const out = await leads('stats');
    expect(out).toMatch(/^Leads: 2\n\nTAB {6}LEADS\nnew {6}2\n/);
    expect(out).toContain('visits 12, clicks and forms started 3, leads (excluding spam) 2, clients 0\n');
    expect(out).toContain(`\nDAY         VISITS  LEADS\n${day}  12      2\n`);
    expect(out).toMatch(/\nunknown +1\n/);
    expect(out).toMatch(/\ninstagram +reels12 +12 +3 +1 +0\n/);
    expect(out).toMatch(/\ntelegram +some leads not delivered +0 +1\n/);
  });
});

test('sign-in prints a one-time link to the inbox as its last line', async () => {
  const out = await leads('sign-in');
  const [, token = ''] = /\nhttp:\/\/localhost:3000\/inbox#enter=([\w-]{43})\n$/.exec(out) ?? [];
  expect(await redeemSignInLink(db, token)).toBe(true);
  environment.SITE_URL = 'https://example.uz';
  expect(await leads('sign-in')).toContain('\nhttps://example.uz/inbox#enter=');
  environment.INBOX = 'off';
  await expect(leads('sign-in')).rejects.toThrow('INBOX is off');
});

test.each([
  [['frobnicate'], "Unknown command 'frobnicate'."],
  [['list', '--limit', '0'], "--limit must be a whole number from 1 to 999, not '0'."],
  [['list', '--since', 'yesterday'], '--since must be a day like 2026-11-01 or a period like 7d or 24h'],
  [
    ['list', '--status', 'spam'],
    "--status must be one of new, contacted, consultation, client, lost, not 'spam'.",
  ],
  [['export', '--format', 'jsonl', '--language', 'uz'], '--language is for csv only.'],
  [['show'], 'The reference is missing'],
  [['erase', 'REF', 'ZZZZ-ZZZZ', '--yes'], 'One reference at a time'],
  [['note', 'REF', ' '], 'A note must have 1 to 5000 characters'],
  [
    ['status', 'REF', 'dead'],
    "The status must be one of new, contacted, consultation, client, lost, not 'dead'.",
  ],
  [['show', 'ZZZZ-ZZZZ'], 'There is no lead with the reference ZZZZ-ZZZZ.'],
])('%j is refused in one sentence', async (args, sentence) => {
  const ref = await add();
  const typed = args.map((word) => (word === 'REF' ? ref : word));
  await expect(leads(...typed)).rejects.toThrow(sentence);
  expect(await findLeadRecord(db, ref)).toMatchObject({ status: 'new', events: [] });
});

describe('the program', () => {
  test('prints a sentence without a stack trace and exits with 1', async () => {
    expect(await leadsProcess('list', '--colour')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Unknown option '--colour'[^\n]*\n$/),
    });
  });

  test('reads .env in the current folder, as the server does', async () => {
    delete environment.DATA_DIR;
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=mysql://nowhere\n');
    expect(await leadsProcess('list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('DATABASE_URL'),
    });
  });

  test('reports a missing database instead of creating an empty one', async () => {
    environment.DATA_DIR = join(folder, 'elsewhere');
    await expect(leads('list')).rejects.toThrow(join(folder, 'elsewhere', 'leads.db'));
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });
});
