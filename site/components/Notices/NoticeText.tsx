import styles from './NoticeList.module.css';

/** What most notices hold: a title and a sentence. */
export function NoticeText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
    </>
  );
}
