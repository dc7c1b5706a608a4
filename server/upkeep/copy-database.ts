/** A thread: copying and checking a large database would stop the event loop. Answers with the number of leads. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { source, target } = workerData as { source: string; target: string };
copy();
parentPort?.postMessage(checkAndClean());

function copy(): void {
  using database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  database.prepare('vacuum into ?').run(target);
}

function checkAndClean(): number {
  using database = new DatabaseSync(target);
  const check = database.prepare('pragma integrity_check').get()?.integrity_check;
  if (check !== 'ok') throw new Error(`The copy is damaged: ${check}`);
  database.exec('pragma secure_delete = on; delete from sessions; delete from sign_in_codes');
  return Number(database.prepare('select count(*) as leads from contact_submissions').get()?.leads);
}
