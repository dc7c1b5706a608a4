import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { NotRead } from '../components/Waiting.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LinkForm } from './LinkForm.tsx';
import { oneTimeToken } from './one-time-token.ts';
import { Threshold } from './Threshold.tsx';

/** No password: a code comes to where the leads come to, or somebody at the machine gives out a one-time address. */
export function Door({ ended }: { ended: boolean }) {
  const { door } = useWords();
  const [token, setToken] = useState(oneTimeToken);
  const { data, error, refetch } = useQuery({ queryKey: ['door'], queryFn: api.door });

  if (token) return <LinkForm token={token} otherwise={() => setToken(null)} />;
  return (
    <Threshold title={door.title}>
      {ended && <p role="status">{door.ended}</p>}
      {error && !data && <NotRead error={error} again={refetch} />}
      {data?.canSendCode && <CodeForm />}
      {data && !data.canSendCode && <NoChannel />}
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
