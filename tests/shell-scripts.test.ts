import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const has = spawnSync('shellcheck', ['--version']).status === 0;

test.skipIf(!has)('shellcheck has nothing to say about the shell scripts', () => {
  const scripts = ['deploy/install', 'deploy/upgrade', 'deploy/uninstall', 'tests/deploy/boot.sh', '.ci/run'];
  const { stdout } = spawnSync('shellcheck', ['--external-sources', ...scripts], {
    cwd: resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});
