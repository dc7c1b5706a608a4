import { useEffect, useState } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LinkForm } from './LinkForm.tsx';
import { oneTimeToken } from './one-time-token.ts';
import { SignInPage } from './SignInPage.tsx';

/** No password: a code comes to where the leads come to, or somebody at the machine gives out a one-time address. */
export function SignIn({ canSendCode, ended }: { canSendCode: boolean; ended: boolean }) {
  const { signIn } = useWords();
  const [token, setToken] = useState(oneTimeToken);
  // The address put into a tab that shows this page already loads nothing anew.
  useEffect(() => {
    const look = () => setToken((token) => oneTimeToken() ?? token);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);

  if (token) return <LinkForm key={token} token={token} otherwise={() => setToken(null)} />;
  return (
    <SignInPage title={signIn.title}>
      {ended && <p role="status">{signIn.ended}</p>}
      {canSendCode ? <CodeForm /> : <NoChannel />}
    </SignInPage>
  );
}

const NoChannel = () => (
  <>
    <p>{useWords().signIn.noChannel}</p>
    <p>
      <code>npm run -s leads -- sign-in</code>
    </p>
  </>
);
