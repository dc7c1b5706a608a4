import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { personNameLimit } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { setSignedIn } from '#inbox/queries.ts';
import { rememberedName, rememberName } from './remembered-name.ts';
import { SignInPage } from './SignInPage.tsx';

export function NameForm() {
  const words = useWords();
  const { signIn } = words;
  const setName = useMutation({
    mutationFn: api.setName,
    onSuccess(me) {
      rememberName(me);
      setSignedIn(me);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name && !setName.isPending) setName.mutate(name);
  };
  return (
    <SignInPage title={signIn.nameTitle}>
      <p>{signIn.nameText}</p>
      <form onSubmit={submit}>
        <Field name={signIn.name}>
          <input
            className="control"
            name="name"
            defaultValue={rememberedName()}
            required
            maxLength={personNameLimit}
            autoComplete="given-name"
            // biome-ignore lint/a11y/noAutofocus: the only thing this page asks for
            autoFocus
          />
        </Field>
        <div role="alert">
          {setName.error && <p className="problem">{failureText(setName.error, words)}</p>}
        </div>
        <Button type="submit" look="primary" disabled={setName.isPending}>
          {signIn.continue}
        </Button>
      </form>
    </SignInPage>
  );
}
