import type { ReactNode } from 'react';
import styles from './NoticeList.module.css';

/** What most notices hold: a title, a sentence, and perhaps a link that helps. */
export function NoticeText({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      {children}
    </>
  );
}
