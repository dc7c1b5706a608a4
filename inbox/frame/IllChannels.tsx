import { Link, useLocation } from 'wouter';
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { BotState } from '../../contract/inbox.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useHealth } from '../queries.ts';
import styles from './IllChannels.module.css';

/** What does not pass by itself: buttons in Telegram do nothing until a person has mended it. */
const botTroubles: readonly BotState[] = ['elsewhere', 'webhook', 'token', 'no-chat'];

/** A database that takes no leads, a channel that brings none or was given up on for some, and a bot that hears nobody. */
export function IllChannels() {
  const { health } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const { channels = [], bot, store } = useHealth().data ?? {};
  const remedy = bot && botTroubles.includes(bot.state) ? health.botStates[bot.state] : null;
  const isBotTold = channels.some(({ channel, illSince }) => channel === 'telegram' && illSince);
  const troubles = channels.flatMap(({ channel: key, illSince, dead }) => {
    const channel = channelName(key);
    const ill = illSince && fill(health.banner, { channel, time: moment(illSince) });
    return [
      // One trouble, told once: what it does, and what is to be done.
      ...(ill ? [key === 'telegram' && remedy ? `${ill} ${remedy}` : ill] : []),
      ...(dead > 0 ? [fill(health.deadBanner, { channel, count: dead })] : []),
    ];
  });
  if (remedy && !isBotTold) troubles.push(`${health.bot}: ${remedy}`);
  if (store && !store.writable) troubles.unshift(`${health.store}: ${health.notWritable}`);
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
