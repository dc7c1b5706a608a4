import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  lead: string;
  /** The language of the title where it is not the page's. */
  titleLanguage?: string;
};

/** A section's title with the line under it; the section names itself with the title's id. */
export function SectionHeading({ id, title, lead, titleLanguage }: Props) {
  return (
    <header className={styles.heading}>
      <h2 id={id} lang={titleLanguage}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
    </header>
  );
}
