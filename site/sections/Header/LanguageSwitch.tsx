import { type MouseEvent, useState } from 'react';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { pageAddress } from '#contract/page-address.ts';
import { type PageName, pages } from '#contract/pages.ts';
import { Drawing } from '#site/components/Drawing.tsx';
import { hasNoModifier } from '#site/components/has-no-modifier.ts';
import { useToast } from '#site/components/Toasts/Toasts.tsx';
import { ToastText } from '#site/components/Toasts/ToastText.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './LanguageSwitch.module.css';

/** Links that, with script, switch the language in place. */
export function LanguageSwitch({ page }: { page: PageName }) {
  const { t, language, switchLanguage } = useLanguage();
  const showToast = useToast();
  const [awaited, setAwaited] = useState<Language>();

  const choose = async (event: MouseEvent, code: Language) => {
    if (!hasNoModifier(event)) return;
    event.preventDefault();
    showToast('language', null);
    setAwaited(code);
    const switched = await switchLanguage(code);
    // The visitor may have chosen another one in the meantime.
    setAwaited((now) => (now === code ? undefined : now));
    if (switched === false) showToast('language', { kind: 'problem', content: <NotSwitched /> });
  };

  return (
    <ul className={styles.switch} aria-label={t('nav.language')}>
      {languageCodes.map((code) => (
        <li key={code}>
          <a
            className={styles.language}
            href={addressOf(page, code)}
            lang={code}
            hrefLang={code}
            aria-current={code === language ? 'true' : undefined}
            aria-busy={code === awaited || undefined}
            data-language={code}
            data-tooltip={languages[code].name}
            aria-label={`${languages[code].short} ${languages[code].name}`}
            onClick={(event) => choose(event, code)}
          >
            <Drawing name={`flag-${code}`} className={styles.flag} />
            {languages[code].short}
          </a>
        </li>
      ))}
    </ul>
  );
}

function NotSwitched() {
  const { t } = useLanguage();
  return <ToastText title={t('language.errorTitle')} text={t('language.errorDescription')} />;
}

/** The 404 page answers at any path, so there the links name only the language. */
const addressOf = (page: PageName, code: Language) =>
  page === 'not-found' ? `?lang=${code}` : pageAddress(pages[page].path, code);
