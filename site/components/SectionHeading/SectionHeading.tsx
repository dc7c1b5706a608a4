import styles from './SectionHeading.module.css';

type Props = {
  id: string;
  title: string;
  lead: string;
  titleLanguage?: string;
  withoutDash?: boolean;
};

export function SectionHeading({ id, title, lead, titleLanguage, withoutDash }: Props) {
  return (
    <header className={styles.heading} data-without-dash={withoutDash}>
      <h2 id={id} lang={titleLanguage}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
    </header>
  );
}
