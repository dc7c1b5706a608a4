/**
 * `npm run test:deploy`: everything docs/operations.md tells an operator to do, on bare Debian 12 and 13. Needs root and some
 * twenty minutes, downloads from Debian and npm, and uses the ports 80, 443, 2019 and 3000.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submissionPath } from '#contract/addresses.ts';
import { startTelegramStandIn, type TelegramStandIn } from '#tests/stand-ins/telegram.ts';
import { type Machine, startMachine, whyNot } from './machine.ts';

const project = resolve(import.meta.dirname, '../..');
const reason = await whyNot();
if (reason) console.log(`Skipped, because ${reason}.`);
const domain = 'leads.example.com';
const token = '123:token';
const chatId = '-42';
const service = 'study-abroad-site';
const program = `/opt/${service}`;

describe.skipIf(reason).each(['bookworm', 'trixie'])('on bare %s', (suite) => {
  let machine: Machine;
  let telegram: TelegramStandIn;
  /** Where the operator clones from, and a clone of it to change it. */
  let origin: string;
  let work: string;

  beforeAll(async () => {
    telegram = await startTelegramStandIn({ token, chatId });
    machine = await startMachine(suite);
    origin = join(machine.root, 'srv/site.git');
    work = mkdtempSync(join(tmpdir(), 'deploy-'));
    git(tmpdir(), 'init', '--quiet', '--bare', '--initial-branch=main', origin);
    git(project, 'push', '--quiet', origin, 'HEAD:refs/heads/main');
    git(tmpdir(), 'clone', '--quiet', origin, work);
  });
  afterAll(async () => {
    await machine?.stop();
    await telegram?.stop();
    if (work) rmSync(work, { recursive: true });
  });

  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd });

  /** A commit that changes `from`, by default the newest one. */
  function publish(subject: string, change: () => void, from = 'HEAD'): string {
    git(work, 'checkout', '--quiet', from, '--', '.');
    change();
    git(work, 'add', '--all');
    git(work, 'commit', '--quiet', '--message', subject);
    git(work, 'push', '--quiet');
    return git(work, 'rev-parse', '--short=8', 'HEAD').toString().trim();
  }
  const replace = (file: string, from: string | RegExp, to: string) =>
    writeFileSync(join(work, file), readFileSync(join(work, file), 'utf8').replace(from, to));

  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 8 });
  type Answer = { status: number; body: string };
  const visit = (path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<Answer>((done) => {
      const to = { host: '127.0.0.1', servername: domain, path, agent, method: body ? 'POST' : 'GET' };
      const sent = request(
        { ...to, headers: { Host: domain, 'Content-Type': 'application/json', ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece) => {
            text += piece;
          });
          response.on('end', () => done({ status: response.statusCode ?? 0, body: text }));
        },
      );
      sent.on('error', ({ message }) => done({ status: 0, body: message }));
      sent.end(body && JSON.stringify(body));
    });
  const submit = (name: string) =>
    visit(
      submissionPath,
      { name, phone: '+998 90 123 45 67', email: null, message: `Salom, men ${name}` },
      { 'Idempotency-Key': name, 'Sec-Fetch-Site': 'same-origin' },
    );
  const arrived = (name: string) =>
    vi.waitUntil(() => telegram.messages.some(({ text }) => text.includes(name)), { timeout: 60_000 });

  const inProgram = (command: string) => machine.run(`cd ${program} && ${command}`);
  const leads = async () =>
    (await machine.sh(`cd ${program} && sudo -u ${service} npm run -s leads -- export --format jsonl`))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).name as string);
  const runningVersion = async () =>
    (await machine.sh(`cd ${program} && npm run -s leads -- version`)).match(/\((\w+)\)/)?.[1];
  const set = (name: string, value: string) =>
    machine.sh(`sed -i 's|^${name}=.*|${name}=${value}|' /etc/${service}.env`);

  test('a domain that does not point here is refused before anything is installed', async () => {
    await machine.sh('apt-get -qq update && apt-get -qq install git && git clone --quiet /srv/site.git site');
    const install = (name: string) =>
      machine.run(`site/deploy/install --telegram-token 1:a --domain ${name}`);
    expect(await install('nowhere.invalid')).toEqual({
      code: 1,
      output: expect.stringContaining('nowhere.invalid has no address yet'),
    });
    expect(await install('deb.debian.org')).toEqual({
      code: 1,
      output: expect.stringContaining('deb.debian.org points to'),
    });
    expect(await machine.sh('ls /opt')).toBe('');
  });

  test('one command and three answers: a lead arrives in the chat that was found by /start', async () => {
    const began = performance.now();
    let waited = 0;
    const install = machine.start(
      `site/deploy/install --internal-certificate --telegram-api ${telegram.url}`,
      (output) => {
        const [, code] = /start (\d+)$/m.exec(output) ?? [];
        if (!code || waited) return;
        waited = performance.now();
        telegram.say('/start 123456', { chatId: '-7' });
        telegram.say(`/start@leads_bot ${code}`, { chatId });
      },
    );
    install.type(`leads_example\n${domain}\n${token}\n`);
    const { code, output } = await install.ended;
    expect(output).toMatch(/^https:\/\/leads\.example\.com\/inbox#enter=/m);
    expect(code).toBe(0);
    console.log(`${suite}: installed in ${Math.round((performance.now() - began) / 1000)} s`);
    expect(telegram.messages.map(({ chatId, text }) => [chatId, text])).toContainEqual([
      chatId,
      `✅ https://${domain}`,
    ]);

    expect((await visit('/?lang=ru')).status).toBe(200);
    expect((await submit('Aziza-1')).status).toBe(201);
    await arrived('Aziza-1');
    expect(await runningVersion()).toBe(git(work, 'rev-parse', '--short=8', 'HEAD').toString().trim());
    expect(await machine.sh(`journalctl --unit ${service} --output cat | grep -m 1 '^{'`)).toMatch(
      /"version":"\d+\.\d+\.\d+ \(\w+\)".*"Starting"/,
    );
  });

  test('a second time keeps everything', async () => {
    const before = await machine.sh(`cat /etc/${service}.env; readlink ${program}`);
    await machine.sh('site/deploy/install --internal-certificate');
    expect(await machine.sh(`cat /etc/${service}.env; readlink ${program}`)).toBe(before);
    expect(await leads()).toEqual(['Aziza-1']);
    await set('RATE_LIMIT', 'off');
    await machine.sh(`systemctl restart ${service}`);
  });

  test('a mistyped setting: systemctl says so, its status has the sentence, and nothing is restarted for ever', async () => {
    await set('PORT', 'abc');
    expect((await machine.run(`systemctl restart ${service}`)).code).not.toBe(0);
    await sleep(5000);
    const { output } = await machine.run(`systemctl status ${service}`);
    expect(output).toContain('status=78');
    expect(output).toContain('PORT must be');
    expect(await machine.sh(`systemctl show --property NRestarts --value ${service}`)).toBe('0');
  });

  test('while the server is down, the pages are there and the form says that it failed', async () => {
    const page = await visit('/?lang=ru&utm_source=telegram');
    expect(page.status).toBe(200);
    expect(page.body).toContain('<html lang="ru"');
    expect((await visit('/privacy')).body).toContain('<html lang="uz"');
    expect((await visit('/inbox')).status).toBe(502);
    expect((await visit('/build-info.json')).status).toBe(502);
    expect((await submit('Nobody')).status).toBe(502);
    await set('PORT', '3000');
    await machine.sh(`systemctl restart ${service}`);
    const journal = await machine.sh('journalctl --unit caddy --output cat | grep -v \'"logger":"admin\'');
    expect(journal).not.toMatch(/remote_ip|127\.0\.0\.1:\d{5}|utm_source/);
  });

  test('one client with 3,500 streams that send half a form, or read nothing, keeps nobody else out', async () => {
    const options = { servername: domain, rejectUnauthorized: false };
    const sessions: ClientHttp2Session[] = [];
    const streams = { ':authority': domain, 'content-type': 'application/json', 'content-length': 1000 };
    for (const [initialWindowSize, headers] of [
      [65_535, { ...streams, ':method': 'POST', ':path': submissionPath }],
      [0, { ':authority': domain, ':path': '/', 'accept-encoding': 'br' }],
    ] as const) {
      for (let count = 0; count < 14; count++) {
        const session = connect('https://127.0.0.1', { ...options, settings: { initialWindowSize } });
        session.on('error', () => {});
        session.once('remoteSettings', () => {
          for (let stream = 0; stream < 250; stream++)
            session
              .request(headers, { endStream: ':path' in headers && headers[':path'] === '/' })
              .on('error', () => {});
        });
        sessions.push(session);
      }
      await sleep(8000);
      expect((await visit('/')).status).toBe(200);
      expect((await submit(`Patient-${initialWindowSize}`)).status).toBe(201);
      for (const session of sessions.splice(0)) session.destroy();
    }
  });

  test('an upgrade under load: every answer is right, every lead is stored once', async () => {
    const commit = publish('an upgrade', () => {
      replace('CHANGELOG.md', '## 1.0.0', '## 1.1.0\n\nDo this by hand.\n\n## 1.0.0');
      replace('server/main.ts', 'The site is at', 'Upgraded. The site is at');
    });
    const ended = new AbortController();
    const sent: string[] = [];
    const answers: string[] = [];
    const visitor = async () => {
      while (!ended.signal.aborted) {
        const name = `Visitor-${randomUUID()}`;
        sent.push(name);
        answers.push(`POST ${(await submit(name)).status}`, `GET ${(await visit('/')).status}`);
        await sleep(100);
      }
    };
    const load = Promise.all(Array.from({ length: 6 }, visitor));
    const { code, output } = await inProgram('npm run upgrade');
    await sleep(2000);
    ended.abort();
    await load;
    expect(output).toContain('Do this by hand.');
    expect(code).toBe(0);
    console.log(`${suite}: ${answers.length} answers during the upgrade`);
    expect(new Set(answers)).toEqual(new Set(['POST 201', 'GET 200']));
    expect(await runningVersion()).toBe(commit);
    expect((await leads()).sort()).toEqual([...sent, 'Aziza-1', 'Patient-0', 'Patient-65535'].sort());
    expect((await inProgram('npm run upgrade')).output).toContain('runs already');
  });

  test('an upgrade that cannot work is not switched to', async () => {
    const before = await runningVersion();
    publish('cannot be built', () => replace('content/links.ts', /'https:/, "'nonsense:"));
    let { code, output } = await inProgram('npm run upgrade');
    expect([code, output]).toEqual([1, expect.stringContaining('could not be built')]);
    publish(
      'does not start',
      () => {
        replace('server/main.ts', /^/, "throw new Error('broken');\n");
      },
      before,
    );
    ({ code, output } = await inProgram('npm run upgrade'));
    expect([code, output]).toEqual([1, expect.stringContaining('The running one was not touched')]);
    expect(await runningVersion()).toBe(before);
    expect((await submit('Bekzod-1')).status).toBe(201);
  });

  test('an upgrade that fails on the real leads, which it has changed, goes back by itself', async () => {
    const before = await runningVersion();
    const stored = await leads();
    publish(
      'fails where the leads are',
      () => {
        const failure = `if (config.dataDir === '/var/lib/${service}') setTimeout(() => process.exit(1), 2000);\n`;
        replace('server/main.ts', '  return service;\n', `${failure}  return service;\n`);
        const migration = "insert into migrations (name) values ('20270101000000_more.sql');\n";
        const folder = join(work, 'server/db/migrations');
        writeFileSync(join(folder, '20270101000000_more.sql'), migration);
        cpSync(
          join(folder, '20270101000000_more.sql'),
          join(work, 'supabase/migrations/20270101000000_more.sql'),
        );
      },
      before,
    );
    const { code, output } = await inProgram('npm run upgrade');
    expect([code, output]).toEqual([1, expect.stringContaining('The one before runs again')]);
    expect(await runningVersion()).toBe(before);
    expect(await leads()).toEqual(stored);
    expect((await submit('Bekzod-2')).status).toBe(201);
  });

  test('a rollback, and back again', async () => {
    const before = await runningVersion();
    const stored = await leads();
    expect(await inProgram('npm run rollback')).toMatchObject({ code: 0 });
    expect(await runningVersion()).not.toBe(before);
    expect(await leads()).toEqual(stored);
    expect(await inProgram('npm run rollback')).toMatchObject({ code: 0 });
    expect(await runningVersion()).toBe(before);
  });

  test('a restore after kill -9: a mistyped name changes nothing, the right one keeps what it replaces', async () => {
    await inProgram(`sudo -u ${service} npm run -s backup`);
    const copied = await leads();
    expect((await submit('Later-1')).status).toBe(201);
    await machine.sh(`systemctl kill --signal SIGKILL ${service}`);
    const copy = await machine.sh(`ls /var/lib/${service}/backups | grep -v replaced | tail -n 1`);
    expect(await inProgram(`npm run -s restore -- ${copy.replace('leads', 'laeds')} --yes`)).toMatchObject({
      code: 1,
    });
    await vi.waitUntil(async () => (await visit('/healthz')).status === 200, { timeout: 60_000 });
    expect((await leads()).sort()).toEqual([...copied, 'Later-1'].sort());
    const { code, output } = await inProgram(`npm run -s restore -- ${copy} --yes`);
    expect([code, output]).toEqual([0, expect.stringContaining('1 lead')]);
    const [kept] = /backups\/\S+replaced\S*/.exec(output) ?? [];
    expect((await leads()).sort()).toEqual(copied.sort());
    await inProgram(`npm run -s restore -- ${kept?.replace('backups/', '')} --yes`);
    expect((await leads()).sort()).toEqual([...copied, 'Later-1'].sort());
    await vi.waitUntil(async () => (await visit('/healthz')).status === 200, { timeout: 60_000 });
  });

  test('uninstalling keeps the leads, and installing brings everything back', async () => {
    const stored = await leads();
    await machine.sh(`${program}/deploy/uninstall`);
    expect(await machine.run(`ls ${program}`)).toMatchObject({ code: 2 });
    expect((await visit('/')).status).toBe(0);
    await machine.sh(`site/deploy/install --internal-certificate`);
    expect(await leads()).toEqual(stored);
    expect((await submit('Again-1')).status).toBe(201);
  });

  test('leads are deleted only after the whole sentence', async () => {
    expect((await machine.run(`echo yes | ${program}/deploy/uninstall --leads`)).code).toBe(1);
    expect(await leads()).toContain('Again-1');
    await machine.sh(`echo delete all leads | ${program}/deploy/uninstall --leads`);
    expect((await machine.run(`ls /var/lib/${service}`)).code).toBe(2);
  });
});
