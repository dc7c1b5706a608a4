import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './Dialog.module.css';

type Props = {
  title: string;
  text: readonly string[];
  details?: ReactNode;
  close(): void;
  children: ReactNode;
};

/** Rendered into the body: inside the dark header it would inherit the header’s colours. The child with `data-harmless` gets the focus. */
export function Dialog({ title, text, details, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-harmless]')?.focus();
    // A closed dialog, unlike a removed one, returns the focus.
    return () => shown?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={close}
    >
      <h2 id={id}>{title}</h2>
      <div id={`${id}-text`} className={styles.text}>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {details}
      <div className={styles.actions}>{children}</div>
    </dialog>,
    document.body,
  );
}
