import { useMutation } from '@tanstack/react-query';
import type { Conflict, LeadDetail, LeadEvent } from '../../contract/inbox.ts';
import { fill } from '../../site/i18n/translate.ts';
import { isRefused } from '../api.ts';
import { useNotify } from '../components/Notices.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import type { InboxWords } from '../language/words.ts';
import { changed, keys, queryClient } from '../queries.ts';

/** Something done to a lead. Who was slower than somebody else sees what the other did, and nothing is overwritten. */
export function useChange<Input>(ref: string, change: (input: Input) => Promise<LeadDetail>) {
  const words = useWords();
  const notify = useNotify();
  return useMutation({
    mutationFn: change,
    onSuccess(lead) {
      // After the question, not before it: the answer at hand is newer than any that is on its way.
      changed([]);
      queryClient.cancelQueries({ queryKey: keys.lead(ref) });
      queryClient.setQueryData(keys.lead(ref), lead);
    },
    onError(error) {
      if (isRefused(error, 409)) {
        const { lead, last } = error.body as Conflict;
        queryClient.setQueryData(keys.lead(ref), lead);
        notify('problem', last ? conflictText(last, words) : words.errors.failed);
      } else if (isRefused(error, 422)) notify('problem', words.lead.noDeliveries);
      else if (isRefused(error, 404)) queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
      else notify('problem', error instanceof TypeError ? words.errors.offline : words.errors.failed);
      changed([]);
    },
  });
}

function conflictText(last: LeadEvent, { lead, status }: InboxWords): string {
  const { who } = last;
  if (last.kind === 'status') return fill(lead.statusConflict, { who, to: status[last.to] });
  if (last.kind === 'spam') return fill(last.spam ? lead.spamConflict : lead.notSpamConflict, { who });
  return fill(lead.conflict, { who });
}
