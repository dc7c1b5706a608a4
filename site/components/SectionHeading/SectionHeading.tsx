import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  intro: string;
  titleLanguage?: string;
  withoutDash?: boolean;
};

export function SectionHeading({ id, title, intro, titleLanguage, withoutDash }: Props) {
  return (
    <header className={styles.heading} data-without-dash={withoutDash}>
      <h2 id={id} lang={titleLanguage}>
        {title}
      </h2>
      <p className={styles.intro}>{intro}</p>
    </header>
  );
}
