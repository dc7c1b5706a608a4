import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useRoom } from './room.ts';
import styles from './Site.module.css';

/** The language and the width of the page in the frame. */
export function ViewChoice() {
  const { site: words } = useWords();
  const { view, setView } = useRoom();
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
      <LanguageButtons chosen={view.language} choose={setLanguage} className={styles.onlyWide} />
      <div className={styles.onlyWide} role="group" aria-label={words.width}>
        {([true, false] as const).map((wide) => (
          <Button
            key={String(wide)}
            look="quiet"
            icon={wide ? 'desktop' : 'mobile'}
            aria-pressed={view.wide === wide}
            aria-label={wide ? words.desktop : words.phone}
            onClick={() => setView({ ...view, wide })}
          />
        ))}
      </div>
    </>
  );
}

type Props = { chosen: Language; choose(language: Language): void; className: string | undefined };

export const LanguageButtons = ({ chosen, choose, className }: Props) => (
  <div className={className} role="group" aria-label={useWords().site.language}>
    {languageCodes.map((code) => (
      <Button key={code} look="quiet" aria-pressed={code === chosen} onClick={() => choose(code)}>
        {languages[code].short}
      </Button>
    ))}
  </div>
);
