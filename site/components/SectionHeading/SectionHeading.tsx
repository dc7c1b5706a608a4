import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  intro: string;
  titleLanguage?: string;
  withoutStar?: boolean;
};

export function SectionHeading({ id, title, intro, titleLanguage, withoutStar }: Props) {
  return (
    <header className={styles.heading} data-without-star={withoutStar}>
      <h2 id={id} lang={titleLanguage}>
        {title}
      </h2>
      <p className={styles.intro}>{intro}</p>
    </header>
  );
}
