import { useEffect, useState } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LinkForm } from './LinkForm.tsx';
import { oneTimeToken } from './one-time-token.ts';
import { Threshold } from './Threshold.tsx';

/** No password: a code comes to where the leads come to, or somebody at the machine gives out a one-time address. */
export function Door({ canSendCode, ended }: { canSendCode: boolean; ended: boolean }) {
  const { door } = useWords();
  const [token, setToken] = useState(oneTimeToken);
  // The address put into a tab that is at the door already loads nothing anew.
  useEffect(() => {
    const look = () => setToken((token) => oneTimeToken() ?? token);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);

  if (token) return <LinkForm key={token} token={token} otherwise={() => setToken(null)} />;
  return (
    <Threshold title={door.title}>
      {ended && <p role="status">{door.ended}</p>}
      {canSendCode ? <CodeForm /> : <NoChannel />}
    </Threshold>
  );
}

const NoChannel = () => (
  <>
    <p>{useWords().door.noChannel}</p>
    <p>
      <code>npm run -s leads -- sign-in</code>
    </p>
  </>
);
