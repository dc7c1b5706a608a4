import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Like `1.0.0 (5e6c121b)`: the version of package.json and the commit that was built, if it was built from a clone. */
export function version(): string {
  const { version } = read('package.json');
  const buildInfo = 'dist/build-info.json';
  const { commit } = existsSync(join(root, buildInfo)) ? read(buildInfo) : {};
  return commit ? `${version} (${commit})` : version;
}
