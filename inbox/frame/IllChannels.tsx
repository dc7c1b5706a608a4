import { Link, useLocation } from 'wouter';
import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../site/i18n/translate.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useHealth } from '../queries.ts';
import styles from './IllChannels.module.css';

/** A channel that brings no leads, or was given up on for some, is told wherever one is. */
export function IllChannels() {
  const { health } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const troubles = useHealth().data?.channels.flatMap(({ channel: key, illSince, dead }) => {
    const channel = channelName(key);
    return [
      ...(illSince ? [fill(health.banner, { channel, time: moment(illSince) })] : []),
      ...(dead > 0 ? [fill(health.deadBanner, { channel, count: dead })] : []),
    ];
  });
  return (
    <div role="status">
      {troubles?.map((trouble) => (
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
