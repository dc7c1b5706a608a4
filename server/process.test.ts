import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeDist } from '#tests/example-dist.ts';
import { startServerProcess } from '#tests/processes.ts';

test('an uncaught error is logged as JSON, without its message, and ends the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'throw.mjs');
  writeFileSync(script, "process.on('SIGUSR2', () => { throw new TypeError('Dilnoza, +998 90 123 45 67') })");
  const server = await startServerProcess(writeDist(), {
    DATA_DIR: folder,
    NODE_OPTIONS: `--import ${script}`,
  });
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.output()).not.toContain('Dilnoza');
  expect(JSON.parse(server.output().trim().split('\n').at(-1) ?? '')).toMatchObject({
    level: 60,
    error: 'TypeError',
    msg: 'Unexpected error, the process ends',
  });
});
