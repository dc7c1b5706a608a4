import { BackgroundPattern } from '#site/components/Drawing.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import type { Texts } from '#site/i18n/texts.ts';
import { anchors } from '#site/sections/anchors.ts';
import { Comparison } from './Comparison.tsx';
import styles from './WhyUs.module.css';

/** The first advantages are the promises: the grant, or the money back. */
const promiseCount = 2;

export function WhyUs() {
  const { t, texts } = useLanguage();
  const { advantages } = texts.why;
  return (
    <section id={anchors.about} aria-labelledby="why-title">
      {/* Sections are revealed by their first child. */}
      <div>
        <div className={`${styles.dark} section dark`}>
          <BackgroundPattern name="lattice" />
          <div className={`${styles.inner} container`}>
            <SectionHeading id="why-title" title={t('why.title')} intro={t('why.intro')} withoutDash />
            <ul className={styles.promises}>{advantages.slice(0, promiseCount).map(advantage)}</ul>
          </div>
        </div>
        <div className={`${styles.rest} container`}>
          <ul className={styles.others}>{advantages.slice(promiseCount).map(advantage)}</ul>
          <Comparison />
        </div>
      </div>
    </section>
  );
}

const advantage = ({ figure, title, description }: Texts['why']['advantages'][number], index: number) => (
  <li key={index}>
    <p className={`figure ${styles.figure}`} aria-hidden="true">
      {figure}
    </p>
    <h3>{title}</h3>
    <p className={styles.description}>{unbreakable(description)}</p>
  </li>
);
