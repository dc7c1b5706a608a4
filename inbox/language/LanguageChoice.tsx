import { languageCodes, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import styles from './LanguageChoice.module.css';
import { useLocale } from './LanguageProvider.tsx';

export function LanguageChoice() {
  const { language, words, setLanguage } = useLocale();
  return (
    <div className={`cluster ${styles.choice}`} role="group" aria-label={words.nav.language}>
      {languageCodes.map((code) => (
        <Button
          key={code}
          look="quiet"
          lang={code}
          aria-pressed={code === language}
          onClick={() => setLanguage(code)}
        >
          {languages[code].name}
        </Button>
      ))}
    </div>
  );
}
