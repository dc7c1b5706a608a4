import { ButtonLink } from '#site/components/Button/Button.tsx';
import { BackgroundPattern } from '#site/components/Drawing.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './Italy.module.css';

export function Italy() {
  const { t, links } = useLanguage();
  return (
    <article className={`card ${styles.italy} dark`} aria-labelledby="italy-title">
      <BackgroundPattern name="arches" className={styles.arches} />
      <div>
        <p className={styles.name}>{t('services.italy.name')}</p>
        <h3 id="italy-title" className={styles.title}>
          {t('services.italy.title')}
        </h3>
        <p className={styles.text}>{t('services.italy.text')}</p>
      </div>
      <dl className={styles.lines}>
        <div>
          <dt>{t('services.italy.grantLabel')}</dt>
          <dd>{t('services.italy.grant')}</dd>
        </div>
        <div>
          <dt>{t('services.italy.requirementLabel')}</dt>
          <dd>{t('services.italy.requirement')}</dd>
        </div>
      </dl>
      <div className={styles.offer}>
        <p>
          <span className="visually-hidden">{`${t('services.italy.priceLabel')}: `}</span>
          <span className="figure">{t('services.italy.price')}</span>
        </p>
        <ButtonLink
          href={links.telegramAdmin}
          look="accent"
          onClick={clickCounter('telegram-italy')}
          external
        >
          {t('services.italy.details')}
        </ButtonLink>
      </div>
      <svg className={`screen-only ${styles.tower}`} viewBox="-15 -78 38 78" aria-hidden="true">
        <use href="#d-pisa" />
      </svg>
    </article>
  );
}
