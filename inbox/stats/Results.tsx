import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { fill } from '../../contract/fill.ts';
import type { LeadTab } from '../../contract/inbox.ts';
import { numberText } from '../../contract/number-text.ts';
import { useLocale, useWords } from '../language/LanguageProvider.tsx';
import { type ListQuery, writeAddress } from '../list/address.ts';
import styles from './Results.module.css';
import stacked from './Stacked.module.css';
import { fewest, shareText } from './share.ts';

type Row = {
  key: string;
  name: ReactNode;
  note: string;
  /** Null: nobody has counted them. */
  visits: number | null;
  leads: number;
  clients: number;
  /** Which leads they are; null where the row is of many names. */
  list: Pick<ListQuery, 'source' | 'campaign' | 'since'> | null;
};

type Props = {
  /** The heading's id. */
  labelledBy: string;
  heading: string;
  rows: readonly Row[];
  /** `visits`: whether there are any to show; `conversion`: whether leads and visits are of the same days. */
  shows: { visits: boolean; conversion: boolean };
};

/**
 * What posts, networks and links have brought. Two lines each, so that a phone has room for the name, three numbers, the bar of
 * leads with the clients among them, and what to think of it.
 */
export function Results({ labelledBy, heading, rows, shows }: Props) {
  const { language, words } = useLocale();
  const { stats } = words;
  const { columns } = stats;
  const most = Math.max(1, ...rows.map(({ leads }) => leads));
  const share = (part: number) => `${(part / most) * 100}%`;
  const conversionOf = ({ visits, leads }: Row) => {
    if (visits === null) return null;
    if (visits < fewest) return stats.few;
    const percent = shareText(leads, visits, language);
    return percent && fill(stats.conversion, { percent });
  };
  return (
    <table className={`${styles.results} ${stacked.stacked}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {shows.visits && <th scope="col">{columns.visits}</th>}
          <th scope="col" data-mark="leads">
            {columns.leads}
          </th>
          <th scope="col" data-mark="clients">
            {columns.clients}
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.key}>
          <tr>
            <th scope="row">
              <bdi>{row.name}</bdi>
            </th>
            {shows.visits && (
              <td data-heading={columns.visits}>
                {row.visits === null ? stats.none : numberText(row.visits, language)}
              </td>
            )}
            <td data-heading={columns.leads} data-bar="leads">
              <Listed row={row} of="leads" tab="all" />
            </td>
            <td data-heading={columns.clients} data-bar="clients" data-some={row.clients > 0}>
              <Listed row={row} of="clients" tab="clients" />
            </td>
          </tr>
          <tr>
            <td colSpan={shows.visits ? 4 : 3}>
              <svg className={styles.bar} aria-hidden="true">
                <rect className={styles.leads} width={share(row.leads)} height="100%" rx="3" />
                <rect className={styles.clients} width={share(row.clients)} height="100%" rx="3" />
              </svg>
              <Notes of={[row.note, shows.visits && shows.conversion && conversionOf(row)]} />
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

/** A number that leads to those it counts. */
function Listed({ row, of, tab }: { row: Row; of: 'leads' | 'clients'; tab: LeadTab }) {
  const { stats } = useWords();
  if (row[of] === 0 || row.list === null) return row[of];
  return (
    <Link
      className={styles.listed}
      href={`/${writeAddress({ ...row.list, tab, spam: 'no' })}`}
      aria-label={`${stats.columns[of]}: ${row[of]}`}
    >
      {row[of]}
    </Link>
  );
}

const Notes = ({ of }: { of: (string | false | null)[] }) => {
  const given = of.filter(Boolean);
  if (given.length === 0) return null;
  return (
    <span className={styles.notes}>
      {given.map((note, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <bdi>{note}</bdi>
        </Fragment>
      ))}
    </span>
  );
};
