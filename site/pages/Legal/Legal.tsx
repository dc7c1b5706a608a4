import { prose } from '../../components/prose.tsx';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import styles from './Legal.module.css';

/** Privacy and terms: one shape, two texts. */
export function Legal() {
  const { texts } = useLanguage();
  const { title, updated, intro, sections } = texts.legal ?? {
    title: '',
    updated: '',
    intro: '',
    sections: [],
  };
  return (
    <main id="content" className={styles.legal}>
      <article className={`${styles.text} container`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.updated}>{updated}</p>
        <p className={styles.intro}>{intro}</p>
        {sections.map((section, index) => (
          <section key={index}>
            <h2 className={styles.heading}>{section.title}</h2>
            {section.paragraphs.map((paragraph, index) => (
              <p key={index}>{prose(paragraph)}</p>
            ))}
          </section>
        ))}
      </article>
    </main>
  );
}
