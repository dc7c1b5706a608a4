/** `node copy-database.ts SOURCE TARGET` prints the number of leads. A process of its own: a large database would stop the event loop. */
import { DatabaseSync } from 'node:sqlite';
import { endingAllSessions } from '#server/inbox/sessions.ts';
import { allRefs } from '#server/leads/find.ts';

const [source = '', target = ''] = process.argv.slice(2);
try {
  copy();
  console.log(checkAndClean());
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}

function copy(): void {
  using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  database.prepare('vacuum into ?').run(target);
}

function checkAndClean(): number {
  using database = new DatabaseSync(target);
  const check = database.prepare('pragma integrity_check').get()?.integrity_check;
  if (check !== 'ok') throw new Error(`The copy is damaged: ${check}`);
  database.exec('pragma secure_delete = on');
  for (const { sql } of endingAllSessions) database.exec(sql);
  return database.prepare(allRefs.sql).all().length;
}
