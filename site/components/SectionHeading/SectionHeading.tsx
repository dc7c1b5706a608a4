import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  lead: string;
  /** If it is not the page's. */
  titleLanguage?: string;
  /** Without the dash above the title. */
  ownOpening?: boolean;
};

export function SectionHeading({ id, title, lead, titleLanguage, ownOpening }: Props) {
  return (
    <header className={styles.heading} data-own-opening={ownOpening}>
      <h2 id={id} lang={titleLanguage}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
    </header>
  );
}
