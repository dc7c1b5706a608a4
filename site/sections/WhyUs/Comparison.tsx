import { Frieze } from '#site/components/Drawing.tsx';
import { unbreakable } from '#site/components/unbreakable.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './Comparison.module.css';

/** The text key `nova` is our own column. The roles keep it a table for screen readers on narrow screens, where its rows are blocks. */
export function Comparison() {
  const { t, texts } = useLanguage();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: not redundant with `display: grid`
    <table className={styles.table} role="table" aria-labelledby="comparison-title">
      <caption id="comparison-title" className={styles.caption}>
        {t('why.comparison.title')}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('why.comparison.aspect')}
          </th>
          <th role="columnheader" scope="col">
            {t('why.comparison.others')}
          </th>
          <th role="columnheader" scope="col" className={`tick ${styles.ours}`}>
            <Frieze fine />
            <span>{t('why.comparison.nova')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {texts.why.comparison.rows.map(({ aspect, others, nova: ours }, index) => (
          <tr key={index} role="row">
            <th role="rowheader" scope="row">
              {aspect}
            </th>
            <td role="cell">{others}</td>
            <td role="cell" className={`tick ${styles.ours}`}>
              {unbreakable(ours)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
