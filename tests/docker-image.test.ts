import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

test('the Docker image contains every source file that the server imports', () => {
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
      [...read(file).matchAll(/^(?:import|export) (?!type)[^']*?from '([.#][^']+)'/gm)].map(
        ([, path = '']) =>
          path.startsWith('#') ? path.slice(1) : relative(root, resolve(root, dirname(file), path)),
      ),
    );
  expect(needed).toContain('contract/submission.ts');
  // Maps `#contract/…` to the folder.
  needed.push('package.json');
  const missing = needed.filter(
    (file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect([...new Set(missing)]).toEqual([]);
});
