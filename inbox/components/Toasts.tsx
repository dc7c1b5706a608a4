import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import { queryClient } from '../queries.ts';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';
import { type Kind, type Toast, withoutFailures, withToast } from './toast.ts';

type ShowToast = (kind: Kind, text: string) => void;

const ToastContext = createContext<ShowToast>(() => {});

export const useToast = () => use(ToastContext);

let lastId = 0;

/** What was done, and what went wrong: both regions are there from the start, so that screen readers watch them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const showToast = useCallback<ShowToast>((kind, text) => {
    lastId += 1;
    const toast = { id: lastId, kind, text, at: Date.now() };
    setToasts((before) => withToast(before, toast));
  }, []);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          setToasts((before) => withoutFailures(before, event.mutation.state.submittedAt));
      }),
    [],
  );
  const close = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id));
  const shown = (...wanted: Kind[]) =>
    toasts
      .filter(({ kind }) => wanted.includes(kind))
      .map((toast) => <Shown key={toast.id} {...toast} close={close} />);

  return (
    <ToastContext value={showToast}>
      {children}
      <div className={styles.toasts}>
        <div role="status">{shown('done')}</div>
        <div role="alert">{shown('problem', 'failure', 'task')}</div>
      </div>
    </ToastContext>
  );
}

function Shown({ id, kind, text, close }: Toast & { close(id: number): void }) {
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
      className={kind === 'done' ? styles.toast : `${styles.toast} ${styles.problem}`}
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
