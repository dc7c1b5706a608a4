import { ButtonLink } from '#site/components/Button/Button.tsx';
import { BackgroundPattern, Drawing, Frieze } from '#site/components/Drawing.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { anchors } from '#site/sections/anchors.ts';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './Hero.module.css';

export function Hero() {
  const { t, texts, links } = useLanguage();
  return (
    <section className={`${styles.hero} dark`} aria-labelledby="hero-title">
      <BackgroundPattern name="lattice" />
      <div className={`${styles.grid} container`}>
        <div className={styles.words}>
          <p className={styles.badge}>{t('hero.badge')}</p>
          <h1 id="hero-title" className={styles.title}>
            <span>{t('hero.titleFirst')}</span>{' '}
            <span className={styles.second}>{unbreakable(t('hero.titleSecond'))}</span>
          </h1>
          <p className={styles.description}>{t('hero.description')}</p>
          <div className={styles.buttons}>
            <ButtonLink href={`#${anchors.services}`} look="accent">
              {t('hero.packages')}
            </ButtonLink>
            <ButtonLink
              href={links.registrationForm}
              look="outline"
              onClick={clickCounter('registration')}
              external
            >
              {t('hero.register')}
            </ButtonLink>
          </div>
          <p className={styles.note}>{t('startNote')}</p>
        </div>
        <dl className={styles.stats}>
          {texts.hero.stats.map(({ value, label }, index) => (
            <div key={index} className={styles.stat}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={styles.gateway}>
          <Drawing name="gateway" className="cover" />
          <div className={`screen-only cover ${styles.sky}`}>
            <Drawing name="flyer" className={`cover ${styles.flyer}`} />
          </div>
        </div>
      </div>
      <Frieze className={styles.frieze} />
    </section>
  );
}
