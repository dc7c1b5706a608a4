import { useEffect } from 'react';
import { fixed } from '#content/fixed.ts';
import { pageAddress } from '#contract/page-address.ts';
import { ButtonLink } from '#site/components/Button/Button.tsx';
import { BackgroundPattern, Drawing } from '#site/components/Drawing.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './NotFound.module.css';

export function NotFound() {
  const { t, language } = useLanguage();

  useEffect(() => {
    console.error('404: no page at', location.pathname);
  }, []);

  return (
    <main id="content" className={`${styles.page} dark`}>
      <BackgroundPattern name="lattice" />
      <div className={`${styles.grid} container`}>
        <div>
          <h1>
            <span className={`figure ${styles.code}`}>{fixed.notFoundCode}</span>{' '}
            <span className={styles.message} lang="en">
              {fixed.notFoundMessage}
            </span>
          </h1>
          <p className={styles.line}>{t('notFound.line')}</p>
          <ButtonLink href={pageAddress('/', language)} look="accent">
            {t('notFound.back')}
          </ButtonLink>
        </div>
        <div className={styles.gateway}>
          <Drawing name="gateway" className="cover" />
          <Drawing name="doors" className="cover" />
        </div>
      </div>
    </main>
  );
}
