import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Icon } from '#site/components/Drawing.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './Toasts.module.css';

type Toast = {
  id: number;
  /** A new toast replaces the one on the same topic. */
  topic: 'form' | 'language';
  kind: 'done' | 'problem';
  /** An element, not text, so that it follows the language. */
  content: ReactNode;
};

/** Null removes the toast on the topic. */
type ShowToast = (topic: Toast['topic'], toast: Pick<Toast, 'kind' | 'content'> | null) => void;

const Context = createContext<ShowToast>(() => {});

export const useToast = (): ShowToast => useContext(Context);

/** Both live regions are always in the page: screen readers announce only what is added to an existing one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<Toast[]>([]);
  const lastId = useRef(0);
  const show = useCallback<ShowToast>((topic, toast) => {
    lastId.current += 1;
    const added = toast ? [{ id: lastId.current, topic, ...toast }] : [];
    setToasts((current) => [...current.filter((other) => other.topic !== topic), ...added]);
  }, []);
  const close = useCallback(
    (id: number) => setToasts((current) => current.filter((one) => one.id !== id)),
    [],
  );
  const items = (kind: Toast['kind']) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastItem key={toast.id} toast={toast} onClose={close} />);

  return (
    <Context value={show}>
      {children}
      <section className={`screen-only ${styles.toasts}`} aria-label={t('toasts.label')}>
        <div role="alert">{items('problem')}</div>
        <div role="status">{items('done')}</div>
      </section>
    </Context>
  );
}

const durationMs = 5_000;

type ToastItemProps = { toast: Toast; onClose(id: number): void };

function ToastItem({ toast: { id, kind, content }, onClose }: ToastItemProps) {
  const { t } = useLanguage();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  const [focusedBefore] = useState(() => document.activeElement as HTMLElement | null);

  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => onClose(id), durationMs);
    return () => clearTimeout(timer);
  }, [paused, id, onClose]);

  const close = () => {
    focusedBefore?.focus({ preventScroll: true });
    onClose(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the timer
    <div
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <Icon name={kind === 'done' ? 'check' : 'cross'} className={styles.icon} />
      <div className={styles.content}>{content}</div>
      <button
        type="button"
        className={`round ${styles.close}`}
        aria-label={t('toasts.close')}
        data-tooltip={t('toasts.close')}
        onClick={close}
      >
        <Icon name="cross" className={styles.closeIcon} />
      </button>
    </div>
  );
}
