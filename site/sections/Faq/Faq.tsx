import { type MouseEvent, useRef } from 'react';
import { faqLanguage } from '#content/faq-language.ts';
import { fixed } from '#content/fixed.ts';
import { ButtonLink } from '#site/components/Button/Button.tsx';
import { Drawing } from '#site/components/Drawing.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { keepInPlace } from '#site/keep-place.ts';
import { anchors } from '#site/sections/anchors.ts';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './Faq.module.css';

export function Faq() {
  const { t, texts, links } = useLanguage();
  const questions = useRef<HTMLOListElement>(null);
  const { items } = texts.faq;

  // Keeps the tapped question in place when another one closes.
  const toggle = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const summary = event.currentTarget;
    const details = summary.parentElement as HTMLDetailsElement;
    const open = !details.open;
    keepInPlace(() => {
      for (const other of questions.current?.querySelectorAll('details') ?? []) other.open = false;
      details.open = open;
    }, summary);
  };

  return (
    <section id={anchors.faq} className={`${styles.faq} section`} aria-labelledby="faq-title">
      <div className={`${styles.grid} container`}>
        <div className={styles.heading}>
          <p className={`figure screen-only ${styles.count}`} aria-hidden="true">
            {`${numbered(1)}–${numbered(items.length)}`}
          </p>
          <SectionHeading
            id="faq-title"
            title={fixed.faqHeading}
            titleLanguage="uz"
            intro={t('faq.intro')}
            withoutStar
          />
          <div className={`screen-only dark ${styles.niche}`}>
            <Drawing name="niche" className="cover" />
            <h3>{t('floating.title')}</h3>
            <p className={styles.offer}>{t('floating.description')}</p>
            <ButtonLink
              href={links.telegramAdmin}
              look="accent"
              onClick={clickCounter('telegram-faq')}
              external
            >
              {t('floating.open')}
            </ButtonLink>
          </div>
        </div>
        <ol ref={questions} lang={faqLanguage(t('hero.badge'))}>
          {items.map(({ question, answer }, index) => (
            <li key={index}>
              <details name="faq" className={styles.item}>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
                <summary className={styles.question} onClick={toggle}>
                  <span className={styles.number}>{numbered(index + 1)}</span>
                  <h3 className={styles.text}>{unbreakable(question)}</h3>
                </summary>
                <p className={styles.answer}>{unbreakable(answer)}</p>
              </details>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const numbered = (number: number) => String(number).padStart(2, '0');
