import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import type { InboxWords } from '#content/inbox/en.ts';
import { fill } from '#contract/fill.ts';
import type { SignInRefusal } from '#contract/inbox.ts';
import { ApiError, api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import { failureText } from '#inbox/language/words.ts';
import { setSignedIn } from '#inbox/queries.ts';
import { codeExpiry, forgetCodeExpiry, rememberCodeExpiry } from './code-expiry.ts';
import { signInAs } from './remembered-name.ts';

export function CodeForm() {
  const { signIn } = useWords();
  const now = useNow();
  const left = codeExpiry() - now;
  const isSent = left > 0;
  const send = useMutation({
    mutationFn: api.sendCode,
    onSuccess: ({ expiresInSeconds }) => rememberCodeExpiry(expiresInSeconds),
  });
  return (
    <>
      <p role="status">{isSent ? signIn.sent : signIn.intro}</p>
      {isSent && <p>{fill(signIn.validFor, { minutes: Math.max(1, Math.round(left / 60_000)) })}</p>}
      {isSent && <EnterCode key={send.submittedAt} />}
      <Problem error={send.error} />
      <Button look={isSent ? 'quiet' : 'primary'} disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? signIn.sending : isSent ? signIn.another : signIn.send}
      </Button>
    </>
  );
}

function EnterCode() {
  const { signIn } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const enter = useMutation({
    mutationFn: (code: string) => signInAs({ code }),
    onSuccess(me) {
      forgetCodeExpiry();
      setSignedIn(me);
    },
    onError: () => field.current?.select(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = field.current?.value.trim();
    if (code) enter.mutate(code);
  };
  return (
    <form onSubmit={submit}>
      <Field name={signIn.code}>
        <input
          ref={field}
          className="control"
          name="code"
          required
          // biome-ignore lint/a11y/noAutofocus: the field appears after a press of the button
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          aria-invalid={enter.isError}
          aria-describedby={enter.isError ? id : undefined}
        />
      </Field>
      <Problem id={id} error={enter.error} />
      <Button type="submit" look="primary" disabled={enter.isPending}>
        {signIn.enter}
      </Button>
    </form>
  );
}

const Problem = ({ id, error }: { id?: string; error: Error | null }) => {
  const words = useWords();
  return (
    <div id={id} role="alert">
      {error && <p className="problem">{refusalText(error, words)}</p>}
    </div>
  );
};

function refusalText(error: Error, words: InboxWords): string {
  const { signIn } = words;
  const refusal = error instanceof ApiError ? (error.body as SignInRefusal | null) : null;
  switch (refusal?.error) {
    case 'wrong':
      return fill(signIn.wrong, { left: refusal.left });
    case 'expired':
      return signIn.expired;
    case 'limited':
      return fill(signIn.limited, { minutes: Math.ceil(refusal.retryAfterSeconds / 60) });
    case 'unreachable':
      return signIn.unreachable;
    default:
      return failureText(error, words);
  }
}
