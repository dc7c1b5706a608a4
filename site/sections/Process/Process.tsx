import { fill } from '#contract/fill.ts';
import { Carousel } from '#site/components/Carousel/Carousel.tsx';
import { Drawing, Medallion } from '#site/components/Drawing.tsx';
import { SectionHeading } from '#site/components/SectionHeading/SectionHeading.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import type { IconName } from '#site/drawings/names.ts';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { anchors } from '#site/sections/anchors.ts';
import { Deadlines } from './Deadlines.tsx';
import styles from './Process.module.css';

/** In the order of the steps. */
const icons: IconName[] = ['contract', 'strategy', 'documents', 'application', 'visa', 'result'];

export function Process() {
  const { t, texts } = useLanguage();
  const { steps } = texts.process;
  const position = (number: number) => fill(t('process.position'), { number, total: steps.length });
  return (
    <section id={anchors.process} className={`${styles.process} section`} aria-labelledby="process-title">
      <div className="container">
        <Carousel
          id={anchors.process}
          heading={
            <SectionHeading id="process-title" title={t('process.title')} intro={t('process.intro')} />
          }
          label={t('process.carousel')}
          hint={t('process.hint')}
          previous={t('process.previous')}
          next={t('process.next')}
          scene={<Drawing name="astrolabe" className={`screen-only ${styles.astrolabe}`} />}
          announce={(number) => `${position(number)}: ${steps[number - 1]?.title}`}
          slides={steps.map(({ title, description }, index) => ({
            name: title,
            content: (
              <div className={styles.step}>
                <Medallion icon={icons[index] as IconName} className={styles.medallion} />
                <div>
                  <p className={`figure ${styles.position}`}>
                    <span className="visually-hidden">{position(index + 1)}</span>
                    <span aria-hidden="true">
                      {index + 1}
                      <small>/{steps.length}</small>
                    </span>
                  </p>
                  <h3 className={styles.title}>{title}</h3>
                  <p className={styles.description}>{unbreakable(description)}</p>
                </div>
              </div>
            ),
          }))}
        />
        <Deadlines />
      </div>
    </section>
  );
}
