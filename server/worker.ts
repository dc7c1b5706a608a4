/** `npm run worker`: delivers the leads of a database without serving anything, beside a hosted project. */
import { runUntilStopped } from './process.ts';
import { startWorker } from './service.ts';

await runUntilStopped(async (config, log) => {
  const worker = await startWorker(config, log);
  console.log('Delivering leads; nothing is served. Stop with Ctrl+C.');
  return worker;
});
