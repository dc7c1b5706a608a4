/**
 * Loaded into the server's process before its own program (`node --import`): what the drill needs from within.
 * The program itself stays as it is shipped. `?timing=` takes the place of the usual waits of the deliveries.
 */
import { flushCompileCache } from 'node:module';
import { usualTiming } from '../../server/deliveries/timing.ts';

Object.assign(usualTiming, JSON.parse(new URL(import.meta.url).searchParams.get('timing') ?? '{}'));

if (process.send) {
  // The server must not outlive the drill, whatever that one dies of.
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
  setInterval(() => process.connected && process.send?.(process.memoryUsage.rss()), 250).unref();
}

// Node itself does so when it ends, which a killed process does not get to.
setTimeout(flushCompileCache, 100).unref();
