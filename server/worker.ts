/** `npm run worker` delivers leads beside a Supabase project, without serving anything. */
import { configuredChannels } from './outbox/channel.ts';
import { runUntilStopped } from './process.ts';
import { CannotStart } from './runtime/cannot-start.ts';
import { startBackground } from './service.ts';

await runUntilStopped(async (config, log) => {
  if (!config.databaseUrl)
    throw new CannotStart(
      'DATABASE_URL is not set: it names the Supabase project whose leads are delivered.',
    );
  const channels = configuredChannels(config);
  if (channels.length === 0 && !config.bot)
    throw new CannotStart(
      'No delivery channel is configured. Set TELEGRAM_BOT_TOKEN, SMTP_URL or WEBHOOK_URL.',
    );
  // A static site has no inbox to link to.
  const background = startBackground({ ...config, inboxEnabled: false }, log);
  const names = channels.join(', ') || 'no channel yet';
  console.log(`Delivering leads to ${names}; this process serves no pages. Press Ctrl+C to stop.`);
  return background;
});
