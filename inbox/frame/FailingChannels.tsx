import { Link, useLocation } from 'wouter';
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { BotState } from '../../contract/inbox.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useHealth } from '../queries.ts';
import styles from './FailingChannels.module.css';

/** What does not pass by itself: buttons in Telegram do nothing until a person has mended it. */
const botTroubles: readonly BotState[] = ['elsewhere', 'webhook', 'token', 'no-chat'];

/** A database that takes no leads, a channel that brings none or was given up on for some, and a bot that hears nobody. */
export function FailingChannels() {
  const { health } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const { channels = [], bot, database } = useHealth().data ?? {};
  const remedy = bot && botTroubles.includes(bot.state) ? health.botStates[bot.state] : null;
  const isBotTold = channels.some(({ channel, failingSince }) => channel === 'telegram' && failingSince);
  const troubles = channels.flatMap(({ channel: key, failingSince, dead }) => {
    const channel = channelName(key);
    const failing = failingSince && fill(health.banner, { channel, time: moment(failingSince) });
    return [
      // One trouble, told once: what it does, and what is to be done.
      ...(failing ? [key === 'telegram' && remedy ? `${failing} ${remedy}` : failing] : []),
      ...(dead > 0 ? [fill(health.deadBanner, { channel, count: dead })] : []),
    ];
  });
  if (remedy && !isBotTold) troubles.push(`${health.bot}: ${remedy}`);
  if (database && !database.writable) troubles.unshift(`${health.database}: ${health.notWritable}`);
  return (
    <div role="status">
      {troubles.length > 0 && (
        <div className={styles.banner}>
          <Icon name="warning" />
          <div>
            {troubles.map((trouble) => (
              <p key={trouble}>{trouble}</p>
            ))}
            {location !== '/health' && <Link href="/health">{health.bannerLink}</Link>}
          </div>
        </div>
      )}
    </div>
  );
}
