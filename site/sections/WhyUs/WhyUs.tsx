import { Tiling } from '../../components/Drawing.tsx';
import { Prose } from '../../components/Prose.tsx';
import { SectionHeading } from '../../components/SectionHeading/SectionHeading.tsx';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { anchors } from '../anchors.ts';
import { Comparison } from './Comparison.tsx';
import styles from './WhyUs.module.css';

export function WhyUs() {
  const { t, list } = useLanguage();
  return (
    <section id={anchors.about} className="section" aria-labelledby="why-title" data-reveal>
      <div className="container">
        <SectionHeading id="why-title" title={t('why.title')} lead={t('why.lead')} />
        <ul className={styles.advantages}>
          {list('why.advantages').map(({ figure, title, description }, index) => (
            <li key={index} className={`${styles.advantage} ${index === 0 ? 'dark' : ''}`}>
              {index === 0 && <Tiling name="lattice" className={styles.lattice} />}
              <p className={styles.figure} aria-hidden="true">
                {figure}
              </p>
              <h3>{title}</h3>
              <p className={styles.description}>
                <Prose text={description} />
              </p>
            </li>
          ))}
        </ul>
        <Comparison />
      </div>
    </section>
  );
}
