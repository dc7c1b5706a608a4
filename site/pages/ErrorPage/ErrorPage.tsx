import { fixed } from '#content/fixed.ts';
import styles from './ErrorPage.module.css';

export function ErrorPage({ reason }: { reason: string }) {
  return (
    <main id="content" className={`${styles.page} dark`} lang="en">
      <h1 className={styles.heading}>{fixed.errorHeading}</h1>
      <p className={styles.reason}>{reason}</p>
      <a className={styles.link} href="/">
        ← /
      </a>
    </main>
  );
}
