import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Session } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { endSession, keys, queryClient, useSessions } from '#inbox/queries.ts';
import styles from './Sessions.module.css';

export const sessionsId = 'sessions';

export function showSessions(): void {
  const heading = document.getElementById(sessionsId);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

export function Sessions() {
  const { sessions: words } = useWords();
  const { data } = useSessions();
  const isLoaded = data !== undefined;
  // Without the list the page is too short to scroll to the heading.
  useEffect(() => {
    if (isLoaded && location.hash === `#${sessionsId}`) showSessions();
  }, [isLoaded]);
  return (
    <section className="panel" aria-labelledby={sessionsId}>
      <h2 id={sessionsId} className={styles.title} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="soft">{words.intro}</p>
      <ul className={styles.sessions}>
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <SessionRow {...session} isCurrent={session.id === data.currentId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ id, name, browser, since, seenAt, isCurrent }: Session & { isCurrent: boolean }) {
  const words = useWords();
  const { sessions, unknown } = words;
  const showToast = useToast();
  const end = useMutation({
    mutationFn: () => api.signOutOne(id),
    // The row stays: if it went, a double click would hit the next person's button.
    onSuccess: () =>
      isCurrent
        ? endSession()
        : queryClient.invalidateQueries({ queryKey: keys.sessions, refetchType: 'none' }),
    onError: (error) => showToast('problem', failureText(error, words)),
  });
  const who = name ?? sessions.noName;
  const device = browser ?? unknown;
  const label = end.isSuccess ? sessions.ended : sessions.end;
  return (
    <>
      <div>
        <strong>
          <bdi>{who}</bdi>
        </strong>{' '}
        · {device}
        {isCurrent && ` · ${sessions.here}`}
        <p className="soft small">
          {sessions.since}: <Moment at={since} /> · {sessions.seen}: <Moment at={seenAt} />
        </p>
      </div>
      <Button
        disabled={end.isPending || end.isSuccess}
        aria-label={`${label}: ${who}, ${device}`}
        onClick={() => end.mutate()}
      >
        {label}
      </Button>
    </>
  );
}
