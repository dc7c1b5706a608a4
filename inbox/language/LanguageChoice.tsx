import { languageCodes, languages } from '../../contract/languages.ts';
import styles from './LanguageChoice.module.css';
import { useLocale } from './LanguageProvider.tsx';

export function LanguageChoice() {
  const { language, words, speak } = useLocale();
  return (
    <div className={styles.choice} role="group" aria-label={words.nav.language}>
      {languageCodes.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language}
          onClick={() => speak(code)}
        >
          {languages[code].name}
        </button>
      ))}
    </div>
  );
}
