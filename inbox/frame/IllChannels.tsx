import { Link, useLocation } from 'wouter';
import { fill } from '../../site/i18n/translate.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { channelName } from '../health/channel-name.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { useHealth } from '../queries.ts';
import styles from './IllChannels.module.css';

/** A channel that brings no leads is told wherever one is. */
export function IllChannels() {
  const { health } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const ill = useHealth().data?.channels.flatMap(({ channel, illSince }) =>
    illSince ? [{ channel, illSince }] : [],
  );
  return (
    <div role="status">
      {ill?.map(({ channel, illSince }) => (
        <p key={channel} className={styles.banner}>
          <Icon name="warning" />
          <span>
            {fill(health.banner, { channel: channelName(channel), time: moment(illSince) })}{' '}
            {location !== '/health' && <Link href="/health">{health.bannerLink}</Link>}
          </span>
        </p>
      ))}
    </div>
  );
}
