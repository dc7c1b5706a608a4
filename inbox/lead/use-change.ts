import { fill } from '../../contract/fill.ts';
import type { Conflict, LeadDetail } from '../../contract/inbox.ts';
import { isRefused } from '../api.ts';
import { useNotify } from '../components/Notices.tsx';
import { useOnce } from '../components/use-once.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { changed, keys, queryClient } from '../queries.ts';

type Kind = 'status' | 'note' | 'spam' | 'resend';

/** By which one that is under way is known, also to who has left the lead and come back. */
export const changeKey = (ref: string, kind: Kind) => ['change', ref, kind];

/** Something done to a lead. Who was slower than somebody else sees what the other did, and nothing is overwritten. */
export function useChange<Input>(
  ref: string,
  kind: Kind,
  change: (input: Input) => Promise<LeadDetail>,
  /** Called also when the lead has been left meanwhile. */
  done?: (input: Input) => void,
) {
  const words = useWords();
  const notify = useNotify();
  return useOnce({
    mutationKey: changeKey(ref, kind),
    mutationFn: change,
    // One after the other: what is pressed while an answer is on its way comes after it, and builds on it.
    scope: { id: ref },
    onSuccess(lead, input) {
      // After the question, not before it: the answer at hand is newer than any that is on its way.
      changed([]);
      queryClient.cancelQueries({ queryKey: keys.lead(ref) });
      queryClient.setQueryData(keys.lead(ref), lead);
      done?.(input);
    },
    onError(error) {
      if (isRefused(error, 409)) {
        const { lead, last } = error.body as Conflict;
        queryClient.setQueryData(keys.lead(ref), lead);
        const text = last && fill(words.lead.statusConflict, { who: last.who, to: words.status[last.to] });
        notify('problem', text ?? words.errors.failed);
      } else if (isRefused(error, 422)) notify('problem', words.lead.noDeliveries);
      else if (isRefused(error, 404)) queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
      else notify('failure', failureText(error, words));
      changed([]);
    },
  });
}
