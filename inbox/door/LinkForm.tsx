import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, isRefused } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { letIn } from '../queries.ts';
import { Threshold } from './Threshold.tsx';

/** A button, because a messenger that fetches the address for a preview must not use it up. */
export function LinkForm({ token, otherwise }: { token: string; otherwise(): void }) {
  const words = useWords();
  const { door } = words;
  // A second click can come before the button is drawn as disabled, and would find the address used up.
  const underWay = useRef(false);
  const enter = useMutation({
    mutationFn: () => api.enter({ token }),
    onSuccess: letIn,
    onError: () => {
      underWay.current = false;
    },
  });
  const press = () => {
    if (underWay.current) return;
    underWay.current = true;
    enter.mutate();
  };
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
        <button type="button" className="button primary" disabled={enter.isPending} onClick={press}>
          {door.enter}
        </button>
      )}
    </Threshold>
  );
}
