/** The project's programs as processes of their own, started as an operator would. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

export type TestProcess = {
  pid: number;
  /** What it has written so far, to both streams. */
  output(): string;
  /** Resolves once the output matches; rejects when the process ends before that. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
};

/** `stdout`: an open file that takes what is written there instead. */
export function startProcess(
  script: string,
  environment: Record<string, string> = {},
  args: string[] = [],
  stdout: 'pipe' | number = 'pipe',
): TestProcess {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...withoutSettings(), ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let output = '';
  const news = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      news.emit('more');
    });
  }
  // `close`, not `exit`: what was written last has been read by then.
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  let over = false;
  void ended.then(() => {
    over = true;
    process.off('exit', killNow);
    news.emit('more');
  });

  return {
    pid: child.pid as number,
    output: () => output,
    ended,
    async said(pattern) {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (over) throw new Error(`${script} ended without saying ${pattern}:\n${output}`);
        await once(news, 'more');
      }
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export type ServerProcess = TestProcess & { url: string; port: number };

/** The server on `distDir`; resolves when it takes connections. */
export async function startServerProcess(
  distDir: string,
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const server = startProcess('server/main.ts', { HOST: '127.0.0.1', PORT: '0', ...environment }, [distDir]);
  const [, port = ''] = await server.said(/The site is at http:\/\/127\.0\.0\.1:(\d+)/);
  return { ...server, port: Number(port), url: `http://127.0.0.1:${port}` };
}

/**
 * What the developer's own environment or .env says must not bring test leads to real people. A digest that happens to be due
 * would be one message more than a test expects.
 */
function withoutSettings(): NodeJS.ProcessEnv {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => [name, '']);
  return { ...process.env, ...Object.fromEntries(names), DIGEST: 'off' };
}
