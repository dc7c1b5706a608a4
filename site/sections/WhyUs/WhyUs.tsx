import { Tiling } from '../../components/Drawing.tsx';
import { prose } from '../../components/prose.tsx';
import { SectionHeading } from '../../components/SectionHeading/SectionHeading.tsx';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import type { ListAt } from '../../i18n/translate.ts';
import { anchors } from '../anchors.ts';
import { Comparison } from './Comparison.tsx';
import styles from './WhyUs.module.css';

/** The first two advantages are the promise the business stands on: the grant, or the money back. */
const promised = 2;

export function WhyUs() {
  const { t, list } = useLanguage();
  const advantages = list('why.advantages');
  return (
    <section id={anchors.about} aria-labelledby="why-title">
      <div>
        <div className={`${styles.promise} section dark`}>
          <Tiling name="lattice" />
          <div className={`${styles.over} container`}>
            <SectionHeading id="why-title" title={t('why.title')} lead={t('why.lead')} ownOpening />
            <ul className={styles.promises}>{advantages.slice(0, promised).map(advantage)}</ul>
          </div>
        </div>
        <div className={`${styles.rest} container`}>
          <ul className={styles.others}>{advantages.slice(promised).map(advantage)}</ul>
          <Comparison />
        </div>
      </div>
    </section>
  );
}

const advantage = ({ figure, title, description }: ListAt<'why.advantages'>[number], index: number) => (
  <li key={index}>
    <p className={`figure ${styles.figure}`} aria-hidden="true">
      {figure}
    </p>
    <h3>{title}</h3>
    <p className={styles.description}>{prose(description)}</p>
  </li>
);
