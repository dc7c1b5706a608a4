import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fill } from '../../contract/fill.ts';
import type { SignedIn as Session } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Moment } from '../components/Moment.tsx';
import { useNotify } from '../components/Notices.tsx';
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
  const end = useMutation({
    mutationFn: () => api.signOutOne(id),
    onSuccess: () => (here ? letOut() : queryClient.invalidateQueries({ queryKey: keys.sessions })),
    onError: (error) => notify('problem', failureText(error, words)),
  });
  const who = name ?? sessions.nameless;
  const device = browser ?? unknown;
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
        disabled={end.isPending}
        aria-label={fill(sessions.endOf, { who, device })}
        onClick={() => end.mutate()}
      >
        {sessions.end}
      </button>
    </>
  );
}
