/** The system's WebKitGTK through its WebDriver, on a screen that exists only in memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Device, type Engine, expressionOf, type Key, type Tab } from './engine.ts';

/** MiniBrowser, WebKit's own, cannot be narrower than 447 px. */
const view = join(import.meta.dirname, 'webkit-view.py');

/** The keyboard as WebDriver names it: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Record<Key, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  End: '\uE010',
  Home: '\uE011',
};

export async function startWebKit(driver: string): Promise<Engine> {
  const xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(xvfb.stdout, 'data');
  const port = await freePort();
  const webDriver = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      // There is no graphics card here, and to paint as if there were one takes half as long again.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
  });
  const call = caller(`http://127.0.0.1:${port}`);
  await ready(call, webDriver);

  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  const paper = join(folder, 'paper.pdf');

  // A session takes a second to start, and there is only one at a time: tabs of the same kind are, one after another, one
  // window. Each test has a port of its own, to which all belongs that is stored; only cookies are everybody's.
  let running: { kind: string; session: Call } | undefined;
  // The window is often gone before it can be told to close.
  const end = async () => {
    await running?.session('DELETE', '').catch(() => {});
    running = undefined;
  };
  async function sessionWith(args: string[]): Promise<Call> {
    const kind = args.join();
    if (running?.kind === kind) return running.session;
    await end();
    const { sessionId } = await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } } },
    });
    running = { kind, session: (method, path, body) => call(method, `/session/${sessionId}${path}`, body) };
    return running.session;
  }

  async function open({ width, height, textSize, reducedMotion }: Device): Promise<Tab> {
    const ask = await sessionWith([
      view,
      `--size=${width}x${height}`,
      `--paper=${paper}`,
      ...(textSize ? [`--text-size=${textSize}`] : []),
      ...(reducedMotion ? ['--reduced-motion'] : []),
    ]);
    const act = (type: string, actions: object[], parameters?: object) =>
      ask('POST', '/actions', { actions: [{ type, id: type, parameters, actions }] });
    const keys = (values: string[]) =>
      act(
        'key',
        values.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      );
    return {
      go: (address) => ask('POST', '/url', { url: address }),
      async evaluate(run, ...args) {
        const script = `const done = arguments[0];
          Promise.resolve().then(() => ${expressionOf(run, args)})
            .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = await ask('POST', '/execute/async', { script, args: [] });
        if (error) throw new Error(error);
        return value;
      },
      clickAt: (x, y) =>
        act(
          'pointer',
          [
            { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
          { pointerType: 'mouse' },
        ),
      type: (text) => keys([...text]),
      press: (key) => keys([keyCodes[key]]),
      reload: () => ask('POST', '/refresh', {}),
      async screenshot(file) {
        await writeFile(file, Buffer.from(await ask('GET', '/screenshot'), 'base64'));
      },
      async print() {
        await writeFile(`${paper}.wanted`, '');
        while (!existsSync(paper)) await pause(50);
        const pdf = await readFile(paper);
        await rm(paper);
        return pdf;
      },
      close: () => ask('DELETE', '/cookie').catch(end),
    };
  }

  return {
    open,
    async close() {
      await end();
      webDriver.kill();
      xvfb.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: WebDriver's answers are as many as its questions
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

function caller(origin: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(origin + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`WebKit: ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
}

async function ready(call: Call, driver: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await call('GET', '/status');
      return;
    } catch (error) {
      if (driver.exitCode !== null) throw error;
      await pause(50);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
