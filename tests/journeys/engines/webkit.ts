/** The system's WebKitGTK over WebDriver, on a virtual screen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/free-port.ts';
import { type Engine, expressionOf, type Key, type Size } from './engine.ts';

const view = join(import.meta.dirname, 'webkit-view.py');

/** Key codes: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

export async function startWebKit(driver: string, { width, height }: Size): Promise<Engine> {
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
      // Without a graphics card, GPU rendering is 50% slower.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
  });
  const call = caller(`http://127.0.0.1:${port}`);
  await ready(call, webDriver);
  const browserOptions = { binary: '/usr/bin/python3', args: [view, `--size=${width}x${height}`] };
  // One session for all tests, because starting one takes a second.
  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  });
  const ask: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  const act = (type: string, actions: object[], parameters?: object) =>
    ask('POST', '/actions', { actions: [{ type, id: type, parameters, actions }] });
  const typeKeys = (values: string[]) =>
    act(
      'key',
      values.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );

  return {
    open: async () => ({
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
      type: (text) => typeKeys([...text]),
      press: (key) => typeKeys([keyCodes[key]]),
      reload: () => ask('POST', '/refresh', {}),
      async screenshot(file) {
        await writeFile(file, Buffer.from(await ask('GET', '/screenshot'), 'base64'));
      },
      close: () => ask('DELETE', '/cookie'),
    }),
    async close() {
      // The window has often closed already.
      await ask('DELETE', '').catch(() => {});
      webDriver.kill();
      xvfb.kill();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each WebDriver command returns a different type
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
