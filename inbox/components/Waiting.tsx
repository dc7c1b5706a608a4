import { isApiError } from '#inbox/api.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { Button } from './Button.tsx';
import { Emblem } from './Icon.tsx';
import styles from './Waiting.module.css';

export const Waiting = () => (
  <div className={styles.waiting}>
    <Emblem className={styles.emblem} />
  </div>
);

/** Until data arrives: the emblem while loading, the error and a retry button after a failure. */
export function LoadingOrError({ error, retry }: { error: Error | null; retry(): void }) {
  const words = useWords();
  // The sign-in page replaces this one.
  if (!error || isApiError(error, 401)) return <Waiting />;
  return (
    <div className="empty" role="alert">
      <p>{failureText(error, words)}</p>
      <Button onClick={retry}>{words.tryAgain}</Button>
    </div>
  );
}
