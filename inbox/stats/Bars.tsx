import { type ReactNode, useId } from 'react';
import { numberText } from '../../contract/number-text.ts';
import { useLocale } from '../language/LanguageProvider.tsx';
import styles from './Bars.module.css';
import stacked from './Stacked.module.css';

/** The first number is drawn, and all are written. */
type Row = { name: string; values: readonly [number, ...(number | string)[]] };
type Props = { title: string; headings: readonly string[]; rows: readonly Row[]; children?: ReactNode };

/** A table whose rows are bars: what is seen and what is read out are one thing. */
export function Bars({ title, headings, rows, children }: Props) {
  const { language, words } = useLocale();
  const id = useId();
  const most = Math.max(1, ...rows.map(({ values }) => values[0]));
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="soft">{words.stats.nothing}</p>
      ) : (
        <table className={`${styles.bars} ${stacked.stacked}`} aria-labelledby={id}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                  <svg className={styles.bar} aria-hidden="true">
                    <rect width={`${(values[0] / most) * 100}%`} height="100%" rx="3" />
                  </svg>
                </th>
                {values.map((value, index) => (
                  <td key={index} data-heading={headings[index + 1]}>
                    {typeof value === 'number' ? numberText(value, language) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
}
