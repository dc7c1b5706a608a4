import { isRefused } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { failureText } from '../language/words.ts';
import { Button } from './Button.tsx';
import { Emblem } from './Icon.tsx';
import styles from './Waiting.module.css';

/** Until the first answer is there. */
export const Waiting = () => (
  <div className={styles.waiting}>
    <Emblem className={styles.emblem} />
  </div>
);

/** Instead of what could not be read. */
export function NotRead({ error, again }: { error: Error; again(): void }) {
  const words = useWords();
  // The sign-in page takes over.
  if (isRefused(error, 401)) return <Waiting />;
  return (
    <div className={styles.notRead} role="alert">
      <p>{failureText(error, words)}</p>
      <Button onClick={again}>{words.tryAgain}</Button>
    </div>
  );
}
