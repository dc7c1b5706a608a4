import type { ReactNode } from 'react';
import { numberText } from '#contract/number-text.ts';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import styles from './Table.module.css';

type Row = {
  key: string;
  name: ReactNode;
  values: readonly ReactNode[];
  /** Drawn over each other; the longest bar of the table is as wide as the table. */
  bars?: readonly number[];
  note?: string;
};

type Props = { title: string; headings: readonly ReactNode[]; rows: readonly Row[] };

export function Table({ title, headings, rows }: Props) {
  const { language, words } = useLocale();
  if (rows.length === 0) return <p className="soft">{words.stats.nothing}</p>;
  const max = Math.max(1, ...rows.flatMap(({ bars = [] }) => bars));
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th key={index} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ key, name, values, bars, note }) => (
          <tbody key={key}>
            <tr>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {values.map((value, index) => (
                <td key={index}>{typeof value === 'number' ? numberText(value, language) : value}</td>
              ))}
            </tr>
            {bars && (
              <tr>
                <td colSpan={headings.length}>
                  <svg className={styles.bars} aria-hidden="true">
                    {bars.map((bar, index) => (
                      <rect key={index} width={`${(bar / max) * 100}%`} height="100%" rx="3" />
                    ))}
                  </svg>
                  {note && <small>{note}</small>}
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}
