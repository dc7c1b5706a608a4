import { type LeadDetail, type LeadStatus, leadStatuses } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Status.module.css';
import { useChange } from './use-change.ts';

export function Status({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const showToast = useToast();
  const change = useChange(
    lead.ref,
    (step: { from: LeadStatus; to: LeadStatus }) => api.changeStatus(lead.ref, step),
    ({ from, to }) => {
      // Otherwise the missing client in the stats would be a surprise.
      if (from === 'client' && to === 'lost') showToast('done', words.lead.noClientNow);
    },
  );
  // Shown before the server answers: a phone's network is slow.
  const status = change.isPending ? change.variables.to : lead.status;
  return (
    <div className={`cluster ${styles.status}`} role="group" aria-label={words.lead.status}>
      {leadStatuses.map((name) => (
        <Button
          key={name}
          data-status={name}
          aria-pressed={name === status}
          onClick={() => name !== status && change.mutate({ from: status, to: name })}
        >
          {words.status[name]}
        </Button>
      ))}
    </div>
  );
}
