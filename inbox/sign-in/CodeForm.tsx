import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { fill } from '../../contract/fill.ts';
import type { SignInRefusal } from '../../contract/inbox.ts';
import { api, Refused } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText, type InboxWords } from '../language/words.ts';
import { signedIn } from '../queries.ts';
import { codeIsUsed, codeWasSent, sentCode } from './sent-code.ts';

export function CodeForm() {
  const { signIn } = useWords();
  const [minutes, setMinutes] = useState(sentCode);
  const [hasCode, setHasCode] = useState(false);
  const typing = minutes !== null || hasCode;
  // Of two codes the browser could use one, and who reads them not know which.
  const send = useMutation({
    mutationFn: api.sendCode,
    onSuccess: ({ expiresInSeconds }) => setMinutes(codeWasSent(expiresInSeconds)),
  });
  const sendButton = (
    <button
      type="button"
      className={typing ? 'button quiet' : 'button primary'}
      disabled={send.isPending}
      onClick={() => send.mutate()}
    >
      {send.isPending ? signIn.sending : minutes ? signIn.another : signIn.send}
    </button>
  );
  return (
    <>
      <p role="status">{minutes ? fill(signIn.sent, { minutes }) : signIn.intro}</p>
      {typing && <TypeCode key={send.submittedAt} />}
      <Problem error={send.error} />
      {sendButton}
      {/* The page may not know of it: a browser that keeps nothing, a code that was asked for a while ago. */}
      {!typing && (
        <button type="button" className="button quiet" onClick={() => setHasCode(true)}>
          {signIn.haveCode}
        </button>
      )}
    </>
  );
}

function TypeCode() {
  const { signIn } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const enter = useMutation({
    mutationFn: (code: string) => api.enter({ code }),
    onSuccess(me) {
      codeIsUsed();
      signedIn(me);
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
      <label className="label" htmlFor={id}>
        {signIn.code}
      </label>
      <input
        ref={field}
        id={id}
        className="control"
        name="code"
        required
        // What was asked for a moment ago is what is wanted next.
        // biome-ignore lint/a11y/noAutofocus: the field comes as the answer to a press of the button
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        aria-invalid={enter.isError}
        aria-describedby={enter.isError ? `${id}-problem` : undefined}
      />
      <Problem id={`${id}-problem`} error={enter.error} />
      <button type="submit" className="button primary" disabled={enter.isPending}>
        {signIn.enter}
      </button>
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
  const refusal = error instanceof Refused ? (error.body as SignInRefusal | null) : null;
  switch (refusal?.error) {
    case 'wrong':
      return fill(signIn.wrong, { left: refusal.left });
    case 'dead':
      return signIn.dead;
    case 'limited':
      return fill(signIn.limited, { minutes: Math.ceil(refusal.retryAfterSeconds / 60) });
    case 'no-channel':
      return signIn.noChannel;
    case 'unreachable':
      return signIn.unreachable;
    default:
      return failureText(error, words);
  }
}
