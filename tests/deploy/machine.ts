/** A bare Debian made by debootstrap and started with its own systemd. It shares this machine's network. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const cache = resolve(import.meta.dirname, '../../.cache/machines');
const ports = [80, 443, 2019, 3000];

/** Why machines cannot be started here, or null. */
export async function whyNot(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  for (const program of ['debootstrap', 'unshare', 'nsenter', 'git'])
    if (spawnSync('which', [program]).status !== 0) return `${program} is missing`;
  if (spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status !== 0)
    return 'namespaces are not allowed here';
  for (const port of ports) if (!(await isFree(port))) return `port ${port} is in use`;
  return null;
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, () => server.close(() => done(true)));
  });

export type Result = { code: number; output: string };
export type Machine = Awaited<ReturnType<typeof startMachine>>;

export async function startMachine(suite: string) {
  const root = mkdtempSync(join(tmpdir(), `${suite}-`));
  execFileSync('tar', ['-xf', bareSystem(suite), '-C', root]);
  // The rented machine's DNS and certificates are those of this one.
  for (const file of ['/etc/resolv.conf', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) copyFileSync(file, join(root, file));
  writeFileSync(join(root, 'etc/hostname'), 'bare\n');
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost bare\n');
  const booted = spawn(join(import.meta.dirname, 'boot.sh'), [root], { stdio: 'ignore' });
  const pid = booted.pid as number;
  const kill = () => booted.kill('SIGKILL');
  process.once('exit', kill);

  const environment = [
    'HOME=/root',
    'LANG=C.UTF-8',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'SYSTEMD_PAGER=',
    ...['NODE_EXTRA_CA_CERTS', 'npm_config_registry'].flatMap((name) =>
      process.env[name] ? [`${name}=${process.env[name]}`] : [],
    ),
  ];
  const init = () => execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim();

  /** Runs a shell command as root. */
  function start(command: string, onOutput: (output: string) => void = () => {}) {
    const inside = ['--target', init(), '--all', '--root', '--wd', 'env', '-i', ...environment];
    const child = spawn('nsenter', [...inside, 'bash', '-c', `cd /root; ${command}`]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput(output);
      });
    const ended = new Promise<Result>((done) => {
      child.once('close', (code) => done({ code: code ?? 1, output }));
    });
    return { type: (text: string) => child.stdin.write(text), end: () => child.stdin.end(), ended };
  }
  const run = (command: string): Promise<Result> => {
    const { end, ended } = start(command);
    end();
    return ended;
  };

  for (;;) {
    await sleep(500);
    const state = await run('systemctl is-system-running').catch(() => ({ output: '' }));
    if (/running|degraded/.test(state.output)) break;
  }
  return {
    root,
    start,
    run,
    /** The output of a command that must succeed. */
    async sh(command: string): Promise<string> {
      const { code, output } = await run(command);
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
      return output.trim();
    },
    async stop() {
      const ended = new Promise((done) => booted.once('close', done));
      kill();
      await ended;
      // Deleting half a gigabyte takes minutes on some disks.
      spawn('rm', ['-rf', root], { detached: true, stdio: 'ignore' }).unref();
    },
  };
}

/** An archive of what a provider installs at least; kept, because debootstrap takes minutes. */
function bareSystem(suite: string): string {
  const archive = join(cache, `${suite}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(join(tmpdir(), `${suite}-`));
  const packages = 'systemd,systemd-sysv,dbus,ca-certificates';
  const options = ['--variant=minbase', `--include=${packages}`];
  execFileSync('debootstrap', [...options, suite, root, 'http://deb.debian.org/debian'], { stdio: 'ignore' });
  execFileSync('tar', ['-cf', `${archive}.part`, '-C', root, '.']);
  execFileSync('mv', [`${archive}.part`, archive]);
  rmSync(root, { recursive: true, force: true });
  return archive;
}
