import { useCallback, useRef, useState } from 'react';
import { ButtonLink } from '#site/components/Button/Button.tsx';
import { Icon } from '#site/components/Drawing.tsx';
import { ToggleLink } from '#site/components/ToggleLink.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './FloatingContact.module.css';
import { usePanel } from './use-panel.ts';

/** A link to Telegram before hydration; then it toggles the panel. */
export function FloatingContact() {
  const { t, links } = useLanguage();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLAnchorElement>(null);
  const close = useCallback(() => setOpen(false), []);
  usePanel(open, close, panel, toggle);

  return (
    <div className={`screen-only ${styles.floating}`} data-floating data-open={open}>
      <div
        ref={panel}
        id="floating-panel"
        className={styles.panel}
        role="dialog"
        aria-labelledby="floating-title"
        hidden={!open}
        tabIndex={-1}
      >
        <button
          type="button"
          className={`round ${styles.close}`}
          aria-label={t('floating.close')}
          data-tooltip={t('floating.close')}
          onClick={() => {
            close();
            toggle.current?.focus();
          }}
        >
          <Icon name="cross" className={styles.closeIcon} />
        </button>
        <h2 id="floating-title" className={styles.title}>
          {t('floating.title')}
        </h2>
        <p className={styles.description}>{t('floating.description')}</p>
        <ButtonLink href={links.telegramAdmin} onClick={clickCounter('telegram-floating')} external>
          {t('floating.open')}
        </ButtonLink>
      </div>
      <ToggleLink
        ref={toggle}
        className={`round ${styles.toggle}`}
        href={links.telegramAdmin}
        external
        controls="floating-panel"
        open={open}
        label={t('floating.toggle')}
        onToggle={() => setOpen(!open)}
      >
        <Icon name="chat" className={styles.icon} />
      </ToggleLink>
    </div>
  );
}
