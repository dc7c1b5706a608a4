import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import { queryClient } from '../queries.ts';
import { Icon } from './Icon.tsx';
import styles from './Notices.module.css';
import { type Kind, type Notice, withNotice, withoutFailures } from './notice.ts';

type Notify = (kind: Kind, text: string) => void;

const NotifyContext = createContext<Notify>(() => {});

export const useNotify = () => use(NotifyContext);

let lastId = 0;

/** What was done, and what went wrong: both regions are there from the start, so that screen readers watch them. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const notify = useCallback<Notify>((kind, text) => {
    lastId += 1;
    const notice = { id: lastId, kind, text, at: Date.now() };
    setNotices((before) => withNotice(before, notice));
  }, []);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          setNotices((before) => withoutFailures(before, event.mutation.state.submittedAt));
      }),
    [],
  );
  const close = (id: number) => setNotices((before) => before.filter((notice) => notice.id !== id));
  const shown = (...wanted: Kind[]) =>
    notices
      .filter(({ kind }) => wanted.includes(kind))
      .map((notice) => <Shown key={notice.id} {...notice} close={close} />);

  return (
    <NotifyContext value={notify}>
      {children}
      <div className={styles.notices}>
        <div role="status">{shown('done')}</div>
        <div role="alert">{shown('problem', 'failure', 'task')}</div>
      </div>
    </NotifyContext>
  );
}

function Shown({ id, kind, text, close }: Notice & { close(id: number): void }) {
  const words = useWords();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || kind === 'task') return;
    const timer = setTimeout(() => close(id), kind === 'done' ? 5000 : 10_000);
    return () => clearTimeout(timer);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that someone is reading
    <div
      className={kind === 'done' ? styles.notice : `${styles.notice} ${styles.problem}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{text}</p>
      <button type="button" aria-label={words.close} onClick={() => close(id)}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
