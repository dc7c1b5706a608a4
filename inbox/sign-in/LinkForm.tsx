import { useMutation } from '@tanstack/react-query';
import { isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { setSignedIn } from '#inbox/queries.ts';
import { signInAs } from './remembered-name.ts';
import { SignInPage } from './SignInPage.tsx';

/** Signs in only on a click, because link scanners open pages and run their scripts. */
export function LinkForm({ token, otherwise }: { token: string; otherwise(): void }) {
  const words = useWords();
  const { signIn } = words;
  const enter = useMutation({ mutationFn: () => signInAs({ token }), onSuccess: setSignedIn });
  const isDead = isApiError(enter.error, 401);
  return (
    <SignInPage title={signIn.linkTitle}>
      <p>{signIn.linkText}</p>
      <div role="alert">
        {enter.error && (
          <p className="problem">{isDead ? signIn.linkExpired : failureText(enter.error, words)}</p>
        )}
      </div>
      <Button look="primary" disabled={enter.isPending} onClick={isDead ? otherwise : () => enter.mutate()}>
        {isDead ? signIn.useCode : signIn.enter}
      </Button>
    </SignInPage>
  );
}
