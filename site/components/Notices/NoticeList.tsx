import { useEffect, useState } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { Drawing } from '../Drawing.tsx';
import styles from './NoticeList.module.css';

export type Notice = {
  id: number;
  kind: 'success' | 'error';
  title: string;
  text: string;
  link?: { text: string; href: string };
};

type Props = { notices: Notice[]; onClose(id: number): void };

/** Successes are announced politely, errors at once; each region exists before anything is put into it. */
export function NoticeList({ notices, onClose }: Props) {
  const { t } = useLanguage();
  const items = (kind: Notice['kind']) =>
    notices
      .filter((notice) => notice.kind === kind)
      .map((notice) => <Item key={notice.id} notice={notice} onClose={onClose} />);
  return (
    <section className={styles.list} aria-label={t('notices.label')}>
      <div role="alert">{items('error')}</div>
      <div role="status">{items('success')}</div>
    </section>
  );
}

const duration = 5_000;

function Item({
  notice: { id, kind, title, text, link },
  onClose,
}: {
  notice: Notice;
  onClose(id: number): void;
}) {
  const { t } = useLanguage();
  const [held, setHeld] = useState(false);

  // Held under the pointer or the focus, a notice stays; let go, its time begins anew.
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(id), duration);
    return () => clearTimeout(timer);
  }, [held, id, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that someone is reading
    <div
      className={styles.notice}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Drawing name={kind === 'success' ? 'check' : 'cross'} className={styles.icon} />
      <div>
        <p className={styles.title}>{title}</p>
        <p>{text}</p>
        {link && (
          <a className={styles.link} href={link.href} target="_blank" rel="noopener">
            {link.text}
            <span className="visually-hidden"> ({t('newTab')})</span>
          </a>
        )}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={t('notices.close')}
        data-tooltip={t('notices.close')}
        onClick={() => onClose(id)}
      >
        <Drawing name="cross" className={styles.closeIcon} />
      </button>
    </div>
  );
}
