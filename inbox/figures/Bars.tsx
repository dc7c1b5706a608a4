import { useId } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Bars.module.css';

type Row = { name: string; leads: number; clients?: number };

/** A table whose rows are bars: what is seen and what is read out are one thing. */
export function Bars({ title, name, rows }: { title: string; name: string; rows: Row[] }) {
  const { figures } = useWords();
  const id = useId();
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  const withClients = rows.some(({ clients }) => clients !== undefined);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="soft">{figures.nothing}</p>
      ) : (
        <table className={styles.bars} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{figures.leads}</th>
              {withClients && <th scope="col">{figures.clients}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <bdi>{row.name}</bdi>
                  <svg className={styles.bar} aria-hidden="true">
                    <rect width={`${(row.leads / most) * 100}%`} height="100%" rx="3" />
                  </svg>
                </th>
                <td>{row.leads}</td>
                {withClients && <td>{row.clients}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
