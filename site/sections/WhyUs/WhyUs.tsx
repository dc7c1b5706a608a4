import { Frieze } from '#site/components/Drawing.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import type { Texts } from '#site/i18n/texts.ts';
import { anchors } from '#site/sections/anchors.ts';
import { Comparison } from './Comparison.tsx';
import { Gauge } from './Gauge.tsx';
import styles from './WhyUs.module.css';

/** The first two advantages are the promises: the grant, or the money back. */
export function WhyUs() {
  const { t, texts } = useLanguage();
  const [grant, refund, ...others] = texts.why.advantages;
  return (
    <section id={anchors.about} aria-labelledby="why-title">
      {/* Sections are revealed by their first child. */}
      <div>
        <div className={`${styles.dark} section dark`}>
          <Frieze />
          <div className={`${styles.inner} container`}>
            <SectionHeading id="why-title" title={t('why.title')} intro={t('why.intro')} withoutStar />
            <Gauge figure={grant?.figure ?? ''} />
            <ul className={styles.promises}>
              {grant && advantage({ ...grant, figure: '' }, 0)}
              {refund && advantage(refund, 1)}
            </ul>
          </div>
        </div>
        <div className={`${styles.rest} container`}>
          <ul className={styles.others}>{others.map(advantage)}</ul>
          <Comparison />
        </div>
      </div>
    </section>
  );
}

const advantage = ({ figure, title, description }: Texts['why']['advantages'][number], index: number) => (
  <li key={index}>
    {figure && (
      <p className={`figure ${styles.figure}`} aria-hidden="true">
        {figure}
      </p>
    )}
    <h3>{title}</h3>
    <p className={styles.description}>{unbreakable(description)}</p>
  </li>
);
