import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';

/** `task`: something the person has to do or copy. It stays until they close it. */
type Kind = 'done' | 'problem' | 'task';
type Toast = { id: number; kind: Kind; text: string };
type ShowToast = (kind: Kind, text: string) => void;

const ToastContext = createContext<ShowToast>(() => {});

export const useToast = () => use(ToastContext);

let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const showToast = useCallback<ShowToast>((kind, text) => {
    lastId += 1;
    const toast = { id: lastId, kind, text };
    setToasts((before) => [...before.filter((other) => other.text !== text), toast]);
  }, []);
  const close = (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id));
  const shown = (isWanted: (kind: Kind) => boolean) =>
    toasts
      .filter(({ kind }) => isWanted(kind))
      .map((toast) => <ToastItem key={toast.id} {...toast} close={close} />);

  return (
    <ToastContext value={showToast}>
      {children}
      {/* Screen readers announce only changes in regions that already exist. */}
      <div className={styles.toasts}>
        <div role="status">{shown((kind) => kind === 'done')}</div>
        <div role="alert">{shown((kind) => kind !== 'done')}</div>
      </div>
    </ToastContext>
  );
}

function ToastItem({ id, kind, text, close }: Toast & { close(id: number): void }) {
  const words = useWords();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || kind === 'task') return;
    const timer = setTimeout(() => close(id), kind === 'done' ? 5000 : 10_000);
    return () => clearTimeout(timer);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody is reading
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
