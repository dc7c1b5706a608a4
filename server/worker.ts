/** `npm run worker`: delivers the leads of a database without serving anything, beside a hosted project. */
import { configuredChannels } from './deliveries/channel.ts';
import { CannotStart, runUntilStopped } from './process.ts';
import { startWorker } from './service.ts';

await runUntilStopped(async (config, log) => {
  const channels = configuredChannels(config);
  if (channels.length === 0 && !config.bot) {
    throw new CannotStart(
      'There is no channel to deliver to: set TELEGRAM_BOT_TOKEN, SMTP_URL or WEBHOOK_URL.',
    );
  }
  const worker = await startWorker(config, log);
  const ways = channels.join(', ') || 'no channel yet';
  console.log(`Delivering leads by ${ways}; nothing is served. Stop with Ctrl+C.`);
  return worker;
});
