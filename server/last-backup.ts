import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** When `npm run backup` last put a whole copy where it puts them unless told otherwise. */
export async function lastBackup(dataDir: string): Promise<Date | null> {
  const folder = join(dataDir, 'backups');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^leads-.*\.db$/.test(name));
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const latest = Math.max(0, ...times);
  return latest > 0 ? new Date(latest) : null;
}
