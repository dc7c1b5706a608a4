import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('the image holds every file of ours that the server needs', () => {
  const lastStage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  const needed = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/^(?:import|export) (?!type)[^']*?from '(\.[^']+)'/gm)].map(([, path = '']) =>
        relative(root, resolve(root, dirname(file), path)),
      ),
    );
  expect(needed).toContain('contract/submission.ts');
  const missing = needed.filter(
    (file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('what SQLite writes to clear up after an erasure is not held in the memory of the container', () => {
  expect(read('compose.yaml')).toMatch(/^ {4}read_only: true\n {4}tmpfs:\n {6}- \/tmp$/m);
  expect(read('Dockerfile')).toMatch(/^ENV SQLITE_TMPDIR=\/data$/m);
});

test('no port is published through Docker, whose proxy would give all visitors by IPv6 one address', () => {
  const compose = read('compose.yaml');
  const [, caddy = ''] = compose.split(/^ {2}caddy:$/m);
  expect(caddy.split(/^\S/m)[0]).toMatch(/^ {4}network_mode: host$/m);
  // The site itself is reached from this machine only, by Caddy.
  const published = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .+\n)+)/gm)].map(([, ports]) =>
    ports?.trim(),
  );
  expect(published).toEqual(['- "127.0.0.1:3000:3000"']);
});
