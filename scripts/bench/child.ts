import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What ends a process that was started to be measured. If nobody calls it, the process ends with this one. */
export function endOf(child: ChildProcess): () => Promise<void> {
  const kill = () => {
    child.kill();
  };
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    const gone = once(child, 'exit');
    kill();
    await gone;
  };
}
