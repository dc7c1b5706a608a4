import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Site.module.css';

export type View = { language: Language; wide: boolean };

export const wideScreen = () => matchMedia('(min-width: 48rem)').matches;

/** The language and the width of the page in the frame. */
export function ViewChoice({ view, setView }: { view: View; setView(view: View): void }) {
  const { site: words } = useWords();
  const setLanguage = (language: Language) => setView({ ...view, language });
  return (
    <>
      <select
        className={`button ${styles.onlyPhone}`}
        aria-label={words.language}
        value={view.language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code}>
            {languages[code].short}
          </option>
        ))}
      </select>
      <LanguageButtons chosen={view.language} choose={setLanguage} label={words.language} />
      <div className={`${styles.segments} ${styles.onlyWide}`} role="group" aria-label={words.width}>
        {([true, false] as const).map((wide) => (
          <button
            key={String(wide)}
            type="button"
            aria-pressed={view.wide === wide}
            aria-label={wide ? words.desktop : words.phone}
            onClick={() => setView({ ...view, wide })}
          >
            <Icon name={wide ? 'desktop' : 'mobile'} />
          </button>
        ))}
      </div>
    </>
  );
}

type Props = { chosen: Language; choose(language: Language): void; label: string; className?: string };

export const LanguageButtons = ({ chosen, choose, label, className = styles.onlyWide }: Props) => (
  <div className={`${styles.segments} ${className}`} role="group" aria-label={label}>
    {languageCodes.map((code) => (
      <button key={code} type="button" aria-pressed={code === chosen} onClick={() => choose(code)}>
        {languages[code].short}
      </button>
    ))}
  </div>
);
