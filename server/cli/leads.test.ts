import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { newLead } from '../../tests/new-lead.ts';
import type { Db } from '../db/db.ts';
import { openDatabase } from '../db/open.ts';
import { spendAddress } from '../inbox/codes.ts';
import { hashOf } from '../inbox/secrets.ts';
import { addLead } from '../leads/add.ts';
import { changeStatus } from '../leads/change.ts';
import { getLead, leadByRef } from '../leads/find.ts';
import type { Lead, NewLead } from '../leads/lead.ts';
import { rememberMessage } from '../leads/messages.ts';
import { claim, enqueueNewLeads, type Item, markFailed } from '../outbox/queue.ts';
import { addToStats } from '../stats/counting.ts';
import { leads as runLeads } from './leads.ts';

/** Nothing of the developer's own settings. */
const bare = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' };
const script = resolve(import.meta.dirname, 'leads.ts');
let folder: string;
let environment: Record<string, string>;
let db: Db;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Outcome = { code: number; out: string; err: string };
/** Runs in this process: starting one takes longer than any command. */
const leads = (...args: string[]) => leadsAt({}, ...args);
type Terminal = Pick<Parameters<typeof runLeads>[2], 'columns' | 'confirm'>;
async function leadsAt({ columns, confirm = null }: Partial<Terminal>, ...args: string[]): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await runLeads(args, environment, {
    ...{ columns, confirm },
    print: async (text) => {
      out += text;
    },
    complain: (sentence) => {
      err += `${sentence}\n`;
    },
  });
  return { code, out, err };
}
/** The program itself. */
function leadsProcess(...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { env: environment, cwd: folder }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
const add = async (changes: Partial<NewLead> = {}) => (await addLead(db, newLead(changes))).ref;

// The database stays open in this process, as a running server's would.
describe('the command', () => {
  beforeEach(async () => {
    environment = { ...bare, DATA_DIR: folder };
    db = await openDatabase({ dataDir: folder, databaseUrl: null });
  });
  afterEach(() => db.close());

  test('list shows the newest leads first, as many as asked for', async () => {
    expect(await leadsProcess('list')).toEqual({ code: 0, out: 'No leads.\n', err: '' });
    const refs = [await add({ name: 'Ali' }), await add({ name: 'Botir' }), await add({ name: 'Vali' })];
    const { out } = await leads('list', '--limit', '2');
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^REF +RECEIVED +NAME +PHONE +E-MAIL +LANG +STATUS +SPAM +MESSAGE$/);
    expect(lines[1]).toContain(`${refs[2]}`);
    expect(lines[1]).toMatch(/Vali +\+998 90 123 45 67 +dilnoza@example.uz +uz +new +Salom! Italiya haqida/);
    expect(lines[2]).toContain(`${refs[1]}`);
    expect(out).not.toContain('Ali ');
    expect(lines[3]).toContain('--limit');
  });

  test('list can be limited to suspected spam and to a time', async () => {
    await add({ name: 'Ali' });
    await add({ name: 'Robot', spam: true });
    const { out } = await leads('list', '--spam', '--since', '1h');
    expect(out).toMatch(/Robot .* maybe /);
    expect(out).not.toContain('Ali ');
    expect((await leads('list', '--since', '2999-01-01')).out).toBe('No leads.\n');
  });

  test('list shows who came from a source or by a post', async () => {
    await add({ name: 'Ali', source: 'telegram', campaign: 'reels12' });
    await add({ name: 'Botir', source: 'telegram' });
    await add({ name: 'Robot' });
    const names = async (...args: string[]) =>
      (await leads('list', ...args)).out.match(/Ali|Botir|Robot/g)?.toSorted();
    expect(await names('--source', 'telegram')).toEqual(['Ali', 'Botir']);
    expect(await names('--source', 'telegram', '--campaign', 'reels12')).toEqual(['Ali']);
    expect(await names('--campaign', '-')).toEqual(['Botir', 'Robot']);
    expect(await names('--source', '-')).toEqual(['Robot']);
  });

  test('list finds by any part of a phone and by status', async () => {
    const ref = await add({ name: 'Ali', phone: '90 111-45-67' });
    await add({ name: 'Botir', phone: '+998 91 222 33 44' });
    await add({ name: 'Robot', phone: '4567', spam: true });
    const names = async (...args: string[]) =>
      (await leads('list', ...args)).out.match(/Ali|Botir|Robot/g)?.toSorted();
    expect(await names('--find', '+998 90 111')).toEqual(['Ali']);
    expect(await names('--find', '4567', '--status', 'new')).toEqual(['Ali']);
    expect(await leads('status', ref, 'client')).toMatchObject({
      code: 0,
      out: `${ref} is now client (was new).\n`,
    });
    expect(await names('--status', 'client')).toEqual(['Ali']);
    expect(await names('--status', 'new')).toEqual(['Botir']);
    expect(await names('--until', '2020-01-01')).toBeUndefined();
  });

  test('a note and a status are shown with who made them', async () => {
    const ref = await add();
    const typed = ref.toLowerCase();
    expect(await leads('note', typed, 'Called,', 'wants\u001b', 'Italy', '--as', 'Aziza')).toEqual({
      code: 0,
      out: `Note added to ${ref} by Aziza.\n`,
      err: '',
    });
    await leads('status', typed, 'contacted');
    expect((await leads('status', typed, 'contacted')).out).toBe(`${ref} is already contacted.\n`);
    const { out } = await leads('show', ref);
    expect(out).toContain('Status     contacted\n');
    expect(out).toMatch(
      /\nHistory\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Aziza: note\n {4}Called, wants\ufffd Italy\n/,
    );
    expect(out).toContain(`  ${userInfo().username}: new → contacted\n`);
  });

  test('export has headings in the language of the reader, and only the days asked for', async () => {
    const ref = await add();
    await changeStatus(db, ref, { from: 'new', to: 'client' }, { who: 'A' });
    const { out } = await leads('export', '--language', 'uz', '--since', '1d');
    const [heading, row] = out.split('\r\n');
    expect(heading).toMatch(/^\ufeff"Raqam";"Vaqt \(Toshkent\)";"Ism";"Telefon";/);
    expect(row).toMatch(/^"....-....";"\d{4}-\d\d-\d\d \d\d:\d\d";"Dilnoza Karimova";.*;"Mijoz";""$/s);
    expect((await leads('export', '--language', 'ru', '--until', '2020-01-01')).out.split('\r\n')).toEqual([
      expect.stringMatching(/^\ufeff"Номер"/),
      '',
    ]);
  });

  test('show tells everything about a lead, however its reference is typed', async () => {
    const ref = await add({ message: 'Salom!\nDeliveries\n\u001b[2J' });
    await enqueueNewLeads(db, ['telegram', 'webhook']);
    await markFailed(db, (await claim(db, 'webhook', 1000)) as Item, 'HTTP 500', null);
    const { code, out } = await leads('show', ref.toLowerCase().replace('-', ''));
    expect(code).toBe(0);
    expect(out).toContain(`Reference  ${ref}\n`);
    expect(out).toContain('Name       Dilnoza Karimova\n');
    expect(out).toContain('Message\n  Salom!\n  Deliveries\n  \ufffd[2J\n');
    expect(out).toMatch(/ {2}telegram {2}pending after 0 attempts, next \d{4}-/);
    expect(out).toContain('  webhook   failed after 1 attempt: HTTP 500');

    await add({ name: 'Ali' });
    const dead = await leads('list', '--dead');
    expect(dead.out).toContain(ref);
    expect(dead.out).not.toContain('Ali ');
  });

  test('sign-in prints an address that opens the inbox once, as its last line', async () => {
    const { code, out } = await leads('sign-in');
    expect(code).toBe(0);
    const [, token = ''] = /\nhttp:\/\/localhost:3000\/inbox#enter=([\w-]{43})\n$/.exec(out) ?? [];
    expect(await spendAddress(db, hashOf(token))).toBe(true);
    expect(await spendAddress(db, hashOf(token))).toBe(false);

    environment = { ...environment, SITE_URL: 'https://example.uz' };
    expect((await leads('sign-in')).out).toContain('\nhttps://example.uz/inbox#enter=');
    environment = { ...environment, INBOX: 'off' };
    expect(await leads('sign-in')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('INBOX') });
  });

  test('export to csv opens in a spreadsheet', async () => {
    const ref = await add({ name: '=1+1', email: null, message: 'say "hi"\nplease' });
    const { code, out } = await leads('export', '--format', 'csv');
    expect(code).toBe(0);
    expect(out.split('\r\n')).toEqual([
      '\ufeff"ref","created_at","name","phone","email","message","language","source","campaign","status","suspected_spam"',
      expect.stringMatching(
        new RegExp(
          `^"${ref}","\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+05:00","'=1\\+1","'\\+998 90 123 45 67","","say ""hi""\\nplease","uz","","","new","false"$`,
        ),
      ),
      '',
    ]);
    expect((await leads('export', '--separator', ';')).out).toContain('"ref";"created_at"');
  });

  test('export to jsonl gives each lead as it was sent, one on a line', async () => {
    const sent = { ...newLead(), name: 'Ali\u2028\u001b', email: null, message: '=1\n"2"' };
    const ref = await add(sent);
    await add();
    const { out } = await leads('export', '--format', 'jsonl');
    const lines = out.trimEnd().split(/\n|\u2028/);
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
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
  });

  test('resend makes the deliveries of every configured channel due again', async () => {
    const ref = await add();
    expect(await leads('resend', ref)).toMatchObject({ code: 1, err: expect.stringContaining('No channel') });
    expect((await getLead(db, ref))?.events).toEqual([]);
    environment.TELEGRAM_BOT_TOKEN = '1:token';
    environment.TELEGRAM_CHAT_ID = '-42';
    expect(await leads('resend', ref)).toMatchObject({ code: 0, out: expect.stringContaining('telegram') });
    expect((await getLead(db, ref))?.deliveries).toMatchObject([
      { channel: 'telegram', state: 'pending', attempts: 0 },
    ]);
  });

  test('erase asks at a terminal, with the name of the lead', async () => {
    const ref = await add({ name: 'Ali\u202e' });
    const questions: string[] = [];
    const answering = (answer: boolean) => ({
      confirm: async (question: string) => {
        questions.push(question);
        return answer;
      },
    });
    expect((await leadsAt(answering(false), 'erase', ref)).out).toBe('Nothing was erased.\n');
    expect(await getLead(db, ref)).not.toBeNull();
    await leadsAt(answering(true), 'erase', ref);
    expect(await getLead(db, ref)).toBeNull();
    expect(questions).toEqual(Array(2).fill(`Permanently erase ${ref} (Ali, +998 90 123 45 67)?`));
  });

  test('erase without a terminal needs --yes', async () => {
    const ref = await add();
    expect(await leads('erase', ref)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`erase ${ref} --yes`),
    });
    expect(await getLead(db, ref)).not.toBeNull();
    expect(await leads('erase', ref, '--yes')).toEqual({
      ...{ code: 0, err: '' },
      out: `${ref} was erased. Emails already delivered and existing backups still contain it.\n`,
    });
    expect(await getLead(db, ref)).toBeNull();
  });

  test('erase says what happens to messages in Telegram', async () => {
    const shown = async () => {
      const ref = await add();
      const { id } = (await leadByRef(db, ref)) as Lead;
      await rememberMessage(db, { chatId: '-42', messageId: id }, { kind: 'lead', leadIds: [id] });
      return ref;
    };
    expect((await leads('erase', await shown(), '--yes')).out).toContain('delete it there by hand');
    environment.TELEGRAM_BOT_TOKEN = '1:token';
    expect((await leads('erase', await shown(), '--yes')).out).toContain('will remove it from Telegram');
  });

  test.each(['csv', 'jsonl'])(
    'a terminal that shows an export to %s gets no control characters',
    async (format) => {
      // Sets the title, clears the screen (twice), turns the text around.
      const name = 'Ali\u001b]0;title\u0007\u001b[2J\u009b2J\u202eilA';
      await add({ name });
      const { out } = await leadsAt({ columns: 80 }, 'export', '--format', format);
      expect(out).toContain('Ali');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      if (format === 'csv') expect((await leads('export')).out).toContain(name);
    },
  );

  test('stats count by day and language and tell how the channels are', async () => {
    environment.TELEGRAM_BOT_TOKEN = '1:token';
    environment.TELEGRAM_CHAT_ID = '-42';
    await add();
    await add({ language: null });
    await enqueueNewLeads(db, ['telegram']);
    await markFailed(db, (await claim(db, 'telegram', 1000)) as Item, 'HTTP 401: Unauthorized', null);
    const { out } = await leads('stats');
    expect(out).toMatch(/^Leads: 2\n/);
    expect(out).toMatch(/\d{4}-\d\d-\d\d \(so far\) {2}2\n/);
    expect(out).toMatch(/uz +1\n/);
    expect(out).toMatch(/unknown +1\n/);
    expect(out).toMatch(/telegram +some leads not delivered +0 +1 +1 +HTTP 401: Unauthorized\n/);
    expect(out).toMatch(/webhook +not configured +0 +0 +0\n/);
    expect(out).toContain('Visits: not counted');
  });

  test('stats tell what came of each source, for people and for programs', async () => {
    const day = tashkentDate(new Date());
    const from = { day, source: 'instagram', campaign: 'reels12', language: 'ru' };
    await addToStats(db, [
      { ...from, name: '', count: 12 },
      { ...from, name: 'telegram-footer', count: 3 },
    ]);
    await add({ source: 'instagram', campaign: 'reels12', language: 'ru' });
    await add({ spam: true });
    const { out } = await leads('stats');
    expect(out).toContain(
      'Last 30 days: visits 12, clicks and forms started 3, leads (excluding spam) 1, clients 0',
    );
    expect(out).toMatch(/instagram +reels12 +12 +3 +1 +0\n/);
    const json = JSON.parse((await leads('stats', '--format', 'json')).out);
    expect(json).toMatchObject({
      visits: [{ ...from, count: 12 }],
      clicks: [{ ...from, name: 'telegram-footer', count: 3 }],
      leads: [{ ...from, count: 1 }],
      total: 2,
      byTab: { new: 1, spam: 1 },
    });
  });

  test.each([['show'], ['erase'], ['resend'], ['note', 'text'], ['status', 'client']])(
    '%s of a lead that is not there says so',
    async (command, ...words) => {
      environment.TELEGRAM_BOT_TOKEN = '1:token';
      environment.TELEGRAM_CHAT_ID = '-42';
      expect(await leads(command, 'ZZZZ-ZZZZ', ...words)).toEqual({
        code: 1,
        out: '',
        err: 'There is no lead with the reference ZZZZ-ZZZZ.\n',
      });
    },
  );

  test('a reader that has seen enough ends an export quietly', async () => {
    const long = { ...newLead(), message: 'x'.repeat(5000) };
    for (let i = 0; i < 100; i++) await addLead(db, long);
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

describe('what cannot be', () => {
  beforeEach(() => {
    environment = { DATA_DIR: folder };
  });

  test.each([
    [['frobnicate'], "Unknown command 'frobnicate'."],
    [['list', '--colour'], "Unknown option '--colour'."],
    [['export', '--format', 'jsonl', '--separator', ';'], '--separator is for csv only.'],
    [['export', '--format', 'jsonl', '--language', 'uz'], '--language is for csv only.'],
    [['show'], 'The reference is missing'],
    [['note', 'K7Q2-9F3D'], 'The note is missing'],
    [['note', 'K7Q2-9F3D', ' '], 'A note must have 1 to 5000 characters.'],
    [['note', 'K7Q2-9F3D', 'x', '--as', ' '], '--as needs a name'],
    [['status', 'K7Q2-9F3D'], 'The new status is missing'],
    [
      ['status', 'K7Q2-9F3D', 'dead'],
      "The status must be one of new, contacted, consultation, client, lost, not 'dead'.",
    ],
    [
      ['list', '--status', 'spam'],
      "--status must be new or contacted or consultation or client or lost, not 'spam'.",
    ],
    [['stats', '--format', 'xml'], '--format must be table or json'],
  ])('%j is answered with one sentence and exit code 2', async (args, sentence) => {
    const { code, out, err } = await leads(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  test('the program says so to whoever started it', async () => {
    expect(await leadsProcess('frobnicate')).toEqual({
      code: 2,
      out: '',
      err: "Unknown command 'frobnicate'. See: npm run -s leads -- help\n",
    });
  });

  test('a folder without a database is named instead of being filled with an empty one', async () => {
    environment = { DATA_DIR: join(folder, 'elsewhere') };
    const { code, err } = await leads('list');
    expect(code).toBe(1);
    expect(err).toContain(join(folder, 'elsewhere', 'leads.db'));
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  test('the .env file of the folder is read, as the server reads it', async () => {
    environment = {};
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=mysql://nowhere\n');
    expect(await leadsProcess('list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('DATABASE_URL'),
    });
    // A folder: root, who may run this, can read every file.
    rmSync(join(folder, '.env'));
    mkdirSync(join(folder, '.env'));
    expect(await leadsProcess('list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^\.env .*cannot be read.*\n$/),
    });
  });

  test('a file that is no database is told in one sentence', async () => {
    writeFileSync(join(folder, 'leads.db'), 'not a database, whatever its name says'.repeat(100));
    const { code, err } = await leads('list');
    expect(code).toBe(1);
    expect(err).toContain('leads.db');
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

test.each([[], ['--help']])('help lists the commands (%j)', async (...args) => {
  const { code, out } = await leads(...args);
  expect(code).toBe(0);
  for (const command of ['list', 'show', 'note', 'status', 'export', 'resend', 'erase', 'stats', 'sign-in'])
    expect(out).toContain(`  ${command}`);
});
