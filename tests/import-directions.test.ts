/** Which folder may import which. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const words = ['content', 'contract'];
const below = [...words, 'server/runtime', 'server/db'];

/** The longest name that fits a file counts. A folder may always import itself. */
const mayImport: Record<string, readonly string[]> = {
  content: ['contract'],
  contract: ['content'],
  site: words,
  inbox: [...words, 'site', 'docs'],
  prerender: [...words, 'site'],
  server: words,
  'server/runtime': ['contract'],
  'server/db': [...words, 'server/runtime'],
  'server/leads': below,
  'server/site': [...below, 'server/pages'],
  'server/outbox': [...below, 'server/leads'],
};

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css'], { cwd: root, encoding: 'utf8' });
const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);

test('imports of other folders point one way', () => {
  const wrong: string[] = [];
  for (const file of files.split('\n').filter((file) => file && !file.includes('.test.'))) {
    const folder = Object.keys(mayImport).findLast((folder) => isIn(file, folder));
    if (!folder) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import|import\() ?'((?:#|\.\.\/)[^']+)'/g)) {
      const allowed = [folder, ...(mayImport[folder] ?? [])];
      if (!allowed.some((folder) => isIn(name, `#${folder}`))) wrong.push(`${file}: ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('only the owner of a table names it in SQL', () => {
  const owners = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^\| (`\w+`.*) \| `(\w+)\/` \|$/gm,
  );
  const tables = [...owners].flatMap(([, names = '', owner = '']) =>
    Array.from(names.matchAll(/\w+/g), ([name]) => ({ name, owner: `server/${owner}` })),
  );
  expect(tables.length).toBeGreaterThan(10);
  const wrong = files.split('\n').filter((file) => {
    if (!file.startsWith('server/') || file.includes('.test.')) return false;
    const text = readFileSync(join(root, file), 'utf8');
    const named = text.matchAll(/(?:from|join|into|update) (\w+)/g);
    return [...named].some(([, name]) =>
      tables.some((table) => table.name === name && !isIn(file, table.owner)),
    );
  });
  expect(wrong).toEqual([]);
});
