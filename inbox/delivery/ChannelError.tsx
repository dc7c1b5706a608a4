import { useWords } from '#inbox/language/LanguageProvider.tsx';

/** What to do about the error of a service, and for the server admin the error itself. */
export function ChannelError({ error }: { error: string }) {
  const { errors } = useWords().delivery;
  return (
    <>
      {errors[kindOf(error)]} <code>{error}</code>
    </>
  );
}

function kindOf(error: string) {
  if (/\bE(CONN|NOTFOUND|TIMEDOUT|AI_AGAIN|HOSTUNREACH)|socket hang up|no answer|\b50[234]\b/.test(error))
    return 'unreachable';
  if (/chat not found|kicked|blocked|not a member|rights/i.test(error)) return 'chat';
  return /unauthorized|EAUTH|\b(401|403|535)\b/i.test(error) ? 'refused' : 'other';
}
