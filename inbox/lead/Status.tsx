import { type LeadDetail, type LeadStatus, leadStatuses } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useNotify } from '../components/Notices.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Status.module.css';
import { useChange } from './use-change.ts';

export function Status({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const notify = useNotify();
  const change = useChange(lead.ref, (to: LeadStatus) =>
    api.changeStatus(lead.ref, { from: lead.status, to }),
  );
  // Shown at once: on a phone's network the answer takes its time.
  const status = change.isPending ? change.variables : lead.status;
  const set = (to: LeadStatus) =>
    change.mutate(to, {
      onSuccess() {
        // Who closes what is done would find a client missing in the figures, and not know why.
        if (lead.status === 'client' && to === 'closed') notify('done', words.lead.noClientNow);
      },
    });
  return (
    <div className={styles.status} role="group" aria-label={words.lead.status}>
      {leadStatuses.map((name) => (
        <button
          key={name}
          type="button"
          data-status={name}
          aria-pressed={name === status}
          onClick={() => name !== status && !change.isPending && set(name)}
        >
          {words.status[name]}
        </button>
      ))}
    </div>
  );
}
