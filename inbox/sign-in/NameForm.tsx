import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { whoLimit } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { signedIn } from '../queries.ts';
import { SignInPage } from './SignInPage.tsx';

export function NameForm() {
  const words = useWords();
  const { signIn } = words;
  const id = useId();
  const give = useMutation({ mutationFn: api.setName, onSuccess: signedIn });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name && !give.isPending) give.mutate(name);
  };
  return (
    <SignInPage title={signIn.nameTitle}>
      <p>{signIn.nameText}</p>
      <form onSubmit={submit}>
        <label className="label" htmlFor={id}>
          {signIn.name}
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
          {signIn.goOn}
        </button>
      </form>
    </SignInPage>
  );
}
