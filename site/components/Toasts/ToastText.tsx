import styles from './Toasts.module.css';

export function ToastText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
    </>
  );
}
