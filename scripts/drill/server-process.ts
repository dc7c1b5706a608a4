import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { submissionPath } from '../../contract/submission.ts';
import type { Timing } from '../../server/deliveries/timing.ts';

export type ServerOptions = {
  environment: Record<string, string>;
  /** The site's folder; null: the one that was built. */
  site: string | null;
  /** A folder of the drill's own: an `.env` of the operator's must not lead it to the real Telegram. */
  folder: string;
  timing?: Partial<Timing> | undefined;
  /** Words put before the command: a private mount, a limit. */
  inside?: string[];
};

/** Lines that tell of a store that is away. Every other line at level error is a fault. */
const aboutTheStore =
  /^(Database unavailable|The database is not writable|Delivery paused: database unavailable)/;

/** The server in a process of its own. It keeps its port over all its lives. */
export class ServerProcess {
  readonly #options: ServerOptions;
  #child: ChildProcess | null = null;
  #port = 0;
  #lastWords: string[] = [];
  /** What no server of ours may do, however it is treated: crash, fail to handle, write personal data to its log. */
  readonly faults: string[] = [];
  /** Attempts at a delivery that were broken off: the other side may have taken the lead, so it is sent again. */
  brokenOff = 0;
  /** Resident memory in bytes, from the start of the current life. */
  readonly memory: number[] = [];

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }
  get port(): number {
    return this.#port;
  }
  get table(): string {
    return this.url + submissionPath;
  }
  get pid(): number {
    if (!this.#child?.pid) throw new Error('The server is not running');
    return this.#child.pid;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const { environment, site, folder, timing, inside = [] } = this.#options;
    const preload = pathToFileURL(join(import.meta.dirname, 'inside-server.ts'));
    if (timing) preload.searchParams.set('timing', JSON.stringify(timing));
    const program = [join(import.meta.dirname, '../../server/main.ts'), ...(site ? [site] : [])];
    const [command = '', ...args] = [...inside, process.execPath, `--import=${preload}`, ...program];
    const child = spawn(command, args, {
      cwd: folder,
      // Nothing of the operator's own environment but where programs are.
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(this.#port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.memory.length = 0;
    child.on('message', (bytes) => this.memory.push(Number(bytes)));
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.faults.push(`the server ended by itself (${signal ?? code}): ${this.#lastWords.join(' / ')}`);
    });
    createInterface(child.stderr as NodeJS.ReadableStream).on('line', (line) => this.#read(line));
    await new Promise<void>((listening, failed) => {
      createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => {
        const [, port] = /^The site is at http:\/\/[^ ]*:(\d+)\//.exec(line) ?? [];
        if (port) {
          this.#port = Number(port);
          listening();
        } else this.#read(line);
      });
      child.once('error', failed);
      child.once('exit', () => failed(new Error(`The server did not start: ${this.#lastWords.join(' / ')}`)));
    });
  }

  /** kill -9. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** SIGTERM: as `systemctl restart` and container platforms ask for it. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const tooLate = setTimeout(() => {
      this.faults.push('the server did not stop within 30 s of SIGTERM');
      child.kill('SIGKILL');
    }, 30_000);
    await ended;
    clearTimeout(tooLate);
  }

  #read(line: string): void {
    if (/Visitor \d/.test(line)) this.faults.push(`personal data in the log: ${line}`);
    // Not of the log, or half a line that a killed process left.
    if (!/^\{.*\}$/.test(line)) {
      this.#lastWords = [...this.#lastWords, line].slice(-12);
      return;
    }
    const { level, msg, error } = JSON.parse(line) as { level: number; msg: string; error?: string };
    if (level >= 50 && !aboutTheStore.test(msg)) this.faults.push(`error in the log: ${line}`);
    if (error?.startsWith('no answer within')) this.brokenOff += 1;
  }
}
