import { type ReactNode, useEffect } from 'react';
import { Emblem, Lattice } from '#inbox/components/Icon.tsx';
import { LanguageChoice } from '#inbox/language/LanguageChoice.tsx';
import styles from './SignInPage.module.css';

export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={`${styles.page} dark`}>
      <Lattice className={styles.lattice} />
      <main className={styles.card}>
        <Emblem className={styles.emblem} />
        <h1>{title}</h1>
        <div className={styles.content}>{children}</div>
      </main>
      <footer>
        <LanguageChoice />
      </footer>
    </div>
  );
}
