/** Starts the project's programs as child processes, as an operator would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..');

/** `stdout`: a file descriptor to write to instead of a pipe. */
export function startProcess(
  script: string,
  environment: Record<string, string> = {},
  args: string[] = [],
  stdout: 'pipe' | number = 'pipe',
) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...withoutSettings(), ...environment },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  // `close`, unlike `exit`, comes after all output.
  const ended: Promise<number | NodeJS.Signals> = once(child, 'close').then(
    ([code, signal]) => code ?? signal,
  );
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  let over = false;
  void ended.then(() => {
    over = true;
    process.off('exit', killNow);
  });

  return {
    pid: child.pid as number,
    /** Standard output and error so far. */
    output: () => output,
    /** The exit code or the signal. */
    ended,
    /** Waits until the output matches. */
    async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (over) throw new Error(`${script} ended without printing ${pattern}:\n${output}`);
        await sleep(10);
      }
    },
    end(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

/** Starts the server on `distDir` and waits until it listens. */
export async function startServerProcess(distDir: string, environment: Record<string, string>) {
  const server = startProcess('server/main.ts', { HOST: '127.0.0.1', PORT: '0', ...environment }, [distDir]);
  const [, port = ''] = await server.waitForOutput(/The site is at http:\/\/127\.0\.0\.1:(\d+)/);
  return { ...server, port: Number(port), url: `http://127.0.0.1:${port}` };
}

/** Without the developer's own settings, which would send test leads to real people. */
function withoutSettings(): NodeJS.ProcessEnv {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => [name, '']);
  return { ...process.env, ...Object.fromEntries(names), DIGEST: 'off' };
}
