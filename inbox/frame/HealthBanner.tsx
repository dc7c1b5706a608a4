import { Link, useLocation } from 'wouter';
import { channelName } from '#contract/channel-name.ts';
import { fill } from '#contract/fill.ts';
import type { BotState } from '#contract/inbox.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useMomentText } from '#inbox/components/Moment.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useHealth } from '#inbox/queries.ts';
import styles from './Frame.module.css';

/** These do not pass by themselves: a person has to fix them. */
const botTroubles: readonly BotState[] = ['polled-elsewhere', 'webhook-set', 'bad-token', 'no-access'];

export function HealthBanner() {
  const { delivery } = useWords();
  const moment = useMomentText();
  const [location] = useLocation();
  const { channels = [], bot, database } = useHealth().data ?? {};
  const remedy = bot && botTroubles.includes(bot.state) ? delivery.botStates[bot.state] : null;
  const troubles = [
    database && !database.writable && `${delivery.database}: ${delivery.notWritable}`,
    ...channels.flatMap(({ channel: key, failingSince, dead }) => {
      const channel = channelName(key);
      return [
        failingSince && fill(delivery.banner, { channel, time: moment(failingSince) }),
        dead > 0 && fill(delivery.deadBanner, { channel, count: dead }),
      ];
    }),
    remedy && `${delivery.bot}: ${remedy}`,
  ].filter((trouble) => typeof trouble === 'string');
  return (
    <div role="status">
      {troubles.length > 0 && (
        <div className={styles.banner}>
          <Icon name="warning" />
          <div>
            {troubles.map((trouble) => (
              <p key={trouble}>{trouble}</p>
            ))}
            {location !== '/delivery' && <Link href="/delivery">{delivery.bannerLink}</Link>}
          </div>
        </div>
      )}
    </div>
  );
}
