import { api, isRefused } from '../api.ts';
import { useOnce } from '../components/use-once.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { letIn } from '../queries.ts';
import { Threshold } from './Threshold.tsx';

/** A button, because a messenger that fetches the address for a preview must not use it up. */
export function LinkForm({ token, otherwise }: { token: string; otherwise(): void }) {
  const words = useWords();
  const { door } = words;
  const enter = useOnce({
    mutationKey: ['enter'],
    mutationFn: () => api.enter({ token }),
    onSuccess: letIn,
  });
  const dead = isRefused(enter.error, 401);
  return (
    <Threshold title={door.linkTitle}>
      <p>{door.linkText}</p>
      <div role="alert">
        {enter.error && <p className="problem">{dead ? door.linkDead : failureText(enter.error, words)}</p>}
      </div>
      {dead ? (
        <button type="button" className="button primary" onClick={otherwise}>
          {door.goOnWithout}
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={enter.isPending}
          onClick={() => enter.mutate()}
        >
          {door.enter}
        </button>
      )}
    </Threshold>
  );
}
