import { channelName } from '#contract/channel-name.ts';
import { fill } from '#contract/fill.ts';
import type { LeadDelivery, LeadDetail } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useMomentText } from '#inbox/components/Moment.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { ChannelError } from '#inbox/delivery/ChannelError.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Deliveries.module.css';
import { useChange } from './use-change.ts';

export function Deliveries({ lead: { ref, deliveries } }: { lead: LeadDetail }) {
  const { lead: words } = useWords();
  const showToast = useToast();
  const resend = useChange<void>(
    ref,
    () => api.resend(ref),
    () => showToast('done', words.resending),
  );
  if (deliveries.length === 0)
    return (
      <Panel title={words.deliveries}>
        <p className="soft">{words.noDeliveries}</p>
      </Panel>
    );
  return (
    <Panel title={words.deliveries}>
      <ul className={styles.deliveries}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.channel} {...delivery} />
        ))}
      </ul>
      <Button disabled={resend.isPending} onClick={() => resend.mutate()} icon="again">
        {words.resend}
      </Button>
    </Panel>
  );
}

function Delivery({ channel, state, attempts, deliveredAt, nextAttemptAt, lastError }: LeadDelivery) {
  const { lead } = useWords();
  const moment = useMomentText();
  const text =
    state === 'delivered'
      ? [fill(lead.delivered, { time: deliveredAt ? moment(deliveredAt) : '' })]
      : [
          lead[state],
          attempts > 0 && fill(lead.attempts, { count: attempts }),
          attempts > 0 && nextAttemptAt && fill(lead.next, { time: moment(nextAttemptAt) }),
        ];
  return (
    <li>
      <strong>{channelName(channel)}</strong>{' '}
      <span data-state={state}>{text.filter(Boolean).join(', ')}</span>
      {state !== 'delivered' && lastError && <ChannelError error={lastError} />}
    </li>
  );
}
