import { type SyntheticEvent, useEffect, useRef } from 'react';
import { fixed } from '../../../content/fixed.ts';
import { Prose } from '../../components/Prose.tsx';
import { SectionHeading } from '../../components/SectionHeading/SectionHeading.tsx';
import { faqLanguage } from '../../i18n/faq-language.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { anchors } from '../anchors.ts';
import styles from './Faq.module.css';
import { openForPrint } from './open-for-print.ts';

export function Faq() {
  const { t, list } = useLanguage();
  const questions = useRef<HTMLOListElement>(null);
  const items = list('faq.items');

  // Browsers that know `<details name>` close the others themselves; for the rest (before Chrome 120) this does.
  const closeOthers = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open || !currentTarget.hasAttribute('name')) return;
    for (const other of questions.current?.querySelectorAll('details[open]') ?? []) {
      if (other !== currentTarget) other.removeAttribute('open');
    }
  };

  useEffect(() => (questions.current ? openForPrint(questions.current) : undefined), []);

  return (
    <section id={anchors.faq} className={`${styles.faq} section`} aria-labelledby="faq-title" data-reveal>
      <div className={`${styles.grid} container`}>
        <div className={styles.heading}>
          <p className={styles.count} aria-hidden="true">
            {numbered(1)}–{numbered(items.length)}
          </p>
          <SectionHeading
            id="faq-title"
            title={fixed.faqHeading}
            titleLanguage="uz"
            lead={t('faq.lead')}
            ownOpening
          />
        </div>
        <ol ref={questions} lang={faqLanguage(t('hero.badge'))}>
          {items.map(({ question, answer }, index) => (
            <li key={index}>
              <details name="faq" className={styles.item} onToggle={closeOthers}>
                <summary className={styles.question}>
                  <span className={styles.number}>{numbered(index + 1)}</span>
                  <h3 className={styles.text}>
                    <Prose text={question} />
                  </h3>
                </summary>
                <p className={styles.answer}>
                  <Prose text={answer} />
                </p>
              </details>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const numbered = (number: number) => String(number).padStart(2, '0');
