import { type LeadDetail, type LeadStatus, leadStatuses } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Status.module.css';
import { useChange } from './use-change.ts';

export function Status({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const showToast = useToast();
  const change = useChange(
    lead.ref,
    (step: { from: LeadStatus; to: LeadStatus }) => api.changeStatus(lead.ref, step),
    ({ from, to }) => {
      // Who closes what is done would find a client missing in the stats, and not know why.
      if (from === 'client' && to === 'lost') showToast('done', words.lead.noClientNow);
    },
  );
  // Shown at once: on a phone's network the answer takes its time.
  const status = change.isPending ? change.variables.to : lead.status;
  return (
    <div className={`cluster ${styles.status}`} role="group" aria-label={words.lead.status}>
      {leadStatuses.map((name) => (
        <button
          key={name}
          type="button"
          data-status={name}
          aria-pressed={name === status}
          onClick={() => name !== status && change.mutate({ from: status, to: name })}
        >
          {words.status[name]}
        </button>
      ))}
    </div>
  );
}
