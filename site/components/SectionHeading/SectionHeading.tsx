import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  lead: string;
  /** The language of the title where it is not the page's. */
  titleLanguage?: string;
  /** The section opens in a way of its own: without the dash above the title. */
  ownOpening?: boolean;
};

/** A section's title with the line under it; the section names itself with the title's id. */
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
