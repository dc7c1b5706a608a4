import type { LeadStatus } from '#contract/inbox.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';

export function StatusChip({ status }: { status: LeadStatus | 'spam' }) {
  return (
    <span className="chip" data-status={status}>
      {useWords().status[status]}
    </span>
  );
}
