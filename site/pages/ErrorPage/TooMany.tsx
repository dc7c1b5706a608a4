import { links } from '../../../content/links.ts';
import type { Texts } from '../../i18n/texts.ts';
import { translate } from '../../i18n/translate.ts';
import styles from './ErrorPage.module.css';

/**
 * What the server answers to a form that was posted without script, when too much came from that network. It puts the
 * minutes into the place that the text has for them (server/pages/too-many.ts).
 */
export function TooMany({ texts }: { texts: Texts }) {
  const t = (key: string) => translate(texts, `contact.${key}`);
  return (
    <main id="content" className={`${styles.page} dark`}>
      <h1 className={styles.heading}>{t('errorTitle')}</h1>
      <p className={styles.reason}>{`${t('tooManyDescription')} ${t('backHint')}`}</p>
      <a className={styles.link} href={links.telegramAdmin} target="_blank" rel="noopener">
        {t('errorTelegram')}
      </a>
    </main>
  );
}
