import { useEffect } from 'react';
import type { SignedIn as Session } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Moment } from '../components/Moment.tsx';
import { useNotify } from '../components/Notices.tsx';
import { useOnce } from '../components/use-once.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { keys, letOut, queryClient, useSessions } from '../queries.ts';
import styles from './SignedIn.module.css';

/** The list's heading, and its place in the address. */
export const signedIn = 'signed-in';

export function showSignedIn(): void {
  const heading = document.getElementById(signedIn);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** Somebody who left the team is put out alone, and the others stay. */
export function SignedIn() {
  const { sessions: words } = useWords();
  const { data } = useSessions();
  const isRead = data !== undefined;
  // Not before the list is there: a page that ends with the heading cannot be scrolled to it.
  useEffect(() => {
    if (isRead && location.hash === `#${signedIn}`) showSignedIn();
  }, [isRead]);
  return (
    <section className="panel" aria-labelledby={signedIn}>
      <h2 id={signedIn} className={styles.title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="soft">{words.intro}</p>
      <ul className={styles.sessions}>
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <One {...session} here={session.id === data.here} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ id, name, browser, since, seenAt, here }: Session & { here: boolean }) {
  const words = useWords();
  const { sessions, unknown } = words;
  const notify = useNotify();
  const end = useOnce({
    mutationKey: ['sign-out', id],
    mutationFn: () => api.signOutOne(id),
    // The line stays as long as it is looked at: the second tap of two would put out whoever moves into its place.
    onSuccess: () =>
      here ? letOut() : queryClient.invalidateQueries({ queryKey: keys.sessions, refetchType: 'none' }),
    onError: (error) => notify('failure', failureText(error, words)),
  });
  const who = name ?? sessions.nameless;
  const device = browser ?? unknown;
  const label = end.isSuccess ? sessions.ended : sessions.end;
  return (
    <>
      <p>
        <strong>
          <bdi>{who}</bdi>
        </strong>{' '}
        · {device}
        {here && ` · ${sessions.here}`}
      </p>
      <p className="soft">
        {sessions.since}: <Moment at={since} /> · {sessions.seen}: <Moment at={seenAt} />
      </p>
      <button
        type="button"
        className="button"
        disabled={end.isPending || end.isSuccess}
        aria-label={`${label}: ${who}, ${device}`}
        onClick={() => end.mutate()}
      >
        {label}
      </button>
    </>
  );
}
