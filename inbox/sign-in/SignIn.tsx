import { useEffect, useState } from 'react';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LinkForm } from './LinkForm.tsx';
import { SignInPage } from './SignInPage.tsx';

export function SignIn({ canSendCode, ended }: { canSendCode: boolean; ended: boolean }) {
  const { signIn } = useWords();
  const [token, setToken] = useState(takeToken);
  // A link opened in the same tab changes only the hash.
  useEffect(() => {
    const look = () => setToken((token) => takeToken() ?? token);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);

  if (token) return <LinkForm key={token} token={token} otherwise={() => setToken(null)} />;
  return (
    <SignInPage title={signIn.title}>
      {ended && <p role="status">{signIn.ended}</p>}
      {canSendCode ? (
        <CodeForm />
      ) : (
        <>
          <p>{signIn.noChannel}</p>
          <code>npm run -s leads -- sign-in</code>
        </>
      )}
    </SignInPage>
  );
}

/** `/inbox#enter=TOKEN`: the hash reaches no server, log or link preview. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('enter');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}
