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

/** A channel that brings no leads, or was given up on for some, and a bot that hears nobody are told wherever one is. */
export function IllChannels() {
  const { health } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const { channels = [], bot } = useHealth().data ?? {};
  const troubles = channels.flatMap(({ channel: key, illSince, dead }) => {
    const channel = channelName(key);
    return [
      ...(illSince ? [fill(health.banner, { channel, time: moment(illSince) })] : []),
      ...(dead > 0 ? [fill(health.deadBanner, { channel, count: dead })] : []),
    ];
  });
  if (bot && botTroubles.includes(bot.state)) troubles.push(`${health.bot}: ${health.botStates[bot.state]}`);
  return (
    <div role="status">
      {troubles.map((trouble) => (
        <p key={trouble} className={styles.banner}>
          <Icon name="warning" />
          <span>
            {trouble} {location !== '/health' && <Link href="/health">{health.bannerLink}</Link>}
          </span>
        </p>
      ))}
    </div>
  );
}
