import { channelName } from '../../contract/channel-name.ts';
import { fill } from '../../contract/fill.ts';
import type { LeadDelivery, LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { healthChanged } from '../queries.ts';
import styles from './Deliveries.module.css';
import { useChange } from './use-change.ts';
import { useOutcome } from './use-outcome.ts';

export function Deliveries({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const showToast = useToast();
  const resend = useChange<void>(
    lead.ref,
    () => api.resend(lead.ref),
    () => {
      showToast('done', words.lead.resending);
      healthChanged();
    },
  );
  useOutcome(lead, resend.submittedAt);
  return (
    <section className="panel" aria-labelledby="lead-deliveries">
      <h2 id="lead-deliveries">{words.lead.deliveries}</h2>
      {lead.deliveries.length === 0 ? (
        <p className="soft">{words.lead.noDeliveries}</p>
      ) : (
        <>
          <ul className={styles.deliveries}>
            {lead.deliveries.map((delivery) => (
              <Delivery key={delivery.channel} {...delivery} />
            ))}
          </ul>
          <button
            type="button"
            className="button"
            disabled={resend.isPending}
            onClick={() => resend.mutate()}
          >
            <Icon name="again" />
            {words.lead.resend}
          </button>
        </>
      )}
    </section>
  );
}

function Delivery({ channel, state, attempts, deliveredAt, nextAttemptAt, lastError }: LeadDelivery) {
  const { lead } = useWords();
  const moment = useMomentText();
  const said =
    state === 'delivered'
      ? fill(lead.delivered, { time: deliveredAt ? moment(deliveredAt) : '' })
      : [
          lead[state],
          attempts > 0 && fill(lead.attempts, { count: attempts }),
          state === 'pending' &&
            attempts > 0 &&
            nextAttemptAt &&
            fill(lead.next, { time: moment(nextAttemptAt) }),
        ]
          .filter(Boolean)
          .join(', ');
  return (
    <li>
      <strong>{channelName(channel)}</strong> <span data-state={state}>{said}</span>
      {state !== 'delivered' && lastError && <code>{lastError}</code>}
    </li>
  );
}
