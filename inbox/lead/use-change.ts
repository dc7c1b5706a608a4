import { useMutation } from '@tanstack/react-query';
import { fill } from '#contract/fill.ts';
import type { Conflict, LeadDetail } from '#contract/inbox.ts';
import { isApiError } from '#inbox/api.ts';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { keys, queryClient, refetchLeads } from '#inbox/queries.ts';

/** After a conflict the lead shows the colleague's change; nothing is overwritten. */
export function useChange<Input>(
  ref: string,
  change: (input: Input) => Promise<LeadDetail>,
  done?: (input: Input) => void,
) {
  const words = useWords();
  const showToast = useToast();
  return useMutation({
    mutationFn: change,
    scope: { id: ref },
    onSuccess(lead, input) {
      void refetchLeads();
      // A refetch in flight is older than this answer.
      void queryClient.cancelQueries({ queryKey: keys.lead(ref) });
      queryClient.setQueryData(keys.lead(ref), lead);
      done?.(input);
    },
    onError(error) {
      if (isApiError(error, 409)) {
        const { lead, last } = error.body as Conflict;
        queryClient.setQueryData(keys.lead(ref), lead);
        const text = last && fill(words.lead.statusConflict, { who: last.who, to: words.status[last.to] });
        showToast('problem', text ?? words.lead.conflict);
      } else if (isApiError(error, 422)) showToast('problem', words.delivery.none);
      else if (isApiError(error, 404)) void queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
      else showToast('problem', failureText(error, words));
      void refetchLeads();
    },
  });
}
