import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { whoLimit } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { letIn } from '../queries.ts';
import { Threshold } from './Threshold.tsx';

export function NameForm() {
  const words = useWords();
  const { door } = words;
  const id = useId();
  const give = useMutation({ mutationFn: api.setName, onSuccess: letIn });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name && !give.isPending) give.mutate(name);
  };
  return (
    <Threshold title={door.nameTitle}>
      <p>{door.nameText}</p>
      <form onSubmit={submit}>
        <label className="label" htmlFor={id}>
          {door.name}
        </label>
        <input
          id={id}
          className="control"
          name="name"
          required
          maxLength={whoLimit}
          autoComplete="given-name"
          // biome-ignore lint/a11y/noAutofocus: the only thing this page asks for
          autoFocus
        />
        <div role="alert">{give.error && <p className="problem">{failureText(give.error, words)}</p>}</div>
        <button type="submit" className="button primary" disabled={give.isPending}>
          {door.goOn}
        </button>
      </form>
    </Threshold>
  );
}
