import { Fragment, type ReactNode } from 'react';
import type { Links } from '#content/content.ts';
import { OutwardLink } from '#site/components/OutwardLink.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import type { LegalText } from '#site/i18n/texts.ts';
import styles from './Legal.module.css';

/** Privacy and terms. */
export function Legal() {
  const { texts, links } = useLanguage();
  const { title, updated, intro, sections } = texts.legal as LegalText;
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
              <p key={index}>{withLinks(paragraph, links)}</p>
            ))}
          </section>
        ))}
      </article>
    </main>
  );
}

/** Turns [text] into a link: to the email address if the text is that, otherwise to the admin on Telegram. */
function withLinks(text: string, links: Links): ReactNode {
  const parts = text.split(/[[\]]/);
  if (parts.length === 1) return unbreakable(text);
  return (
    <span key={text}>
      {parts.map((part, index) =>
        index % 2 ? (
          <OutwardLink
            key={index}
            className={styles.link}
            href={part === links.email ? `mailto:${part}` : links.telegramAdmin}
          >
            {part}
          </OutwardLink>
        ) : (
          <Fragment key={index}>{unbreakable(part)}</Fragment>
        ),
      )}
    </span>
  );
}
