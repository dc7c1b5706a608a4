import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { numberText } from '../../contract/number-text.ts';
import { useLocale, useWords } from '../language/LanguageProvider.tsx';
import { type ListQuery, writeAddress } from '../list/address.ts';
import { fewest, shareText } from './share.ts';
import { Table } from './Table.tsx';

/** The columns that are drawn. */
const marked = ['leads', 'clients'] as const;

type Result = {
  key: string;
  name: ReactNode;
  note?: string;
  /** Null: not counted. */
  visits: number | null;
  leads: number;
  clients: number;
  /** The leads it stands for; null when it sums up several names. */
  list: Pick<ListQuery, 'source' | 'campaign' | 'since'> | null;
};

/** `conversion`: leads and visits were counted on the same days. */
export type Shown = { visits: boolean; conversion: boolean };

type Props = { title: string; heading: string; rows: readonly Result[]; shows: Shown };

/** What posts, networks and links have brought: leads, with the clients among them. */
export function Results({ title, heading, rows, shows }: Props) {
  const { language, words } = useLocale();
  const { columns, conversion, few, none } = words.stats;
  const conversionOf = ({ visits, leads }: Result) => {
    if (visits === null || !shows.visits || !shows.conversion) return null;
    if (visits < fewest) return few;
    const percent = shareText(leads, visits, language);
    return percent && fill(conversion, { percent });
  };
  return (
    <Table
      title={title}
      headings={[
        heading,
        ...(shows.visits ? [columns.visits] : []),
        ...marked.map((of) => (
          <span key={of} data-mark={of}>
            {columns[of]}
          </span>
        )),
      ]}
      rows={rows.map((row) => ({
        key: row.key,
        name: row.name,
        values: [
          ...(shows.visits ? [row.visits === null ? none : numberText(row.visits, language)] : []),
          ...marked.map((of) => <Listed key={of} row={row} of={of} />),
        ],
        bars: [row.leads, row.clients],
        note: [row.note, conversionOf(row)].filter(Boolean).join(' · '),
      }))}
    />
  );
}

/** A number that leads to those it counts. */
function Listed({ row, of }: { row: Result; of: (typeof marked)[number] }) {
  const { stats } = useWords();
  const number = of === 'clients' && row.clients > 0 ? <strong>{row.clients}</strong> : row[of];
  if (row[of] === 0 || row.list === null) return number;
  return (
    <Link
      href={`/${writeAddress({ ...row.list, tab: of === 'leads' ? 'all' : 'clients', spam: 'no' })}`}
      aria-label={`${stats.columns[of]}: ${row[of]}`}
    >
      {number}
    </Link>
  );
}
