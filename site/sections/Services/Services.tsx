import type { ClickName } from '#contract/clicks.ts';
import { fill } from '#contract/fill.ts';
import { ButtonLink } from '#site/components/Button/Button.tsx';
import { Drawing } from '#site/components/Drawing.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import type { Texts } from '#site/i18n/texts.ts';
import { anchors } from '#site/sections/anchors.ts';
import { clickCounter } from '#site/stats/click-counter.ts';
import { Italy } from './Italy.tsx';
import styles from './Services.module.css';

/** In the order of the packages. */
const clicks = ['registration-basic', 'registration-plus', 'registration-pro'] as const;
const popularIndex = 2;

export function Services() {
  const { t, texts } = useLanguage();
  return (
    <section id={anchors.services} className="section" aria-labelledby="services-title">
      <div className="container">
        <SectionHeading id="services-title" title={t('services.title')} intro={t('services.intro')} />
        <ul className={styles.packages}>
          {texts.services.packages.map((item, index) => (
            <Package key={index} item={item} click={clicks[index]} popular={index === popularIndex} />
          ))}
        </ul>
        <p className={styles.note}>{t('startNote')}</p>
        <Italy />
      </div>
    </section>
  );
}

type PackageProps = {
  item: Texts['services']['packages'][number];
  click: ClickName | undefined;
  popular: boolean;
};

function Package({ item, click, popular }: PackageProps) {
  const { t, links } = useLanguage();
  return (
    <li className={`card ${styles.package} ${popular ? `${styles.popular} dark` : ''}`}>
      <Drawing name="portal" className={`screen-only ${styles.portal}`} />
      {popular && (
        <p className={styles.mark}>
          <Drawing name="star" className={styles.markStar} />
          <span>{t('services.popular')}</span>
        </p>
      )}
      <h3>{item.name}</h3>
      <p className={styles.summary}>{item.summary}</p>
      <p className={`figure ${styles.price}`}>{item.price}</p>
      <ul className={styles.features}>
        {item.features.map((feature, index) => (
          <li key={index} className="tick">
            {unbreakable(feature)}
          </li>
        ))}
      </ul>
      <ButtonLink
        href={links.registrationForm}
        look={popular ? 'accent' : 'outline'}
        onClick={click && clickCounter(click)}
        label={fill(t('services.startPackage'), { package: item.name })}
        external
      >
        {t('services.start')}
      </ButtonLink>
    </li>
  );
}
