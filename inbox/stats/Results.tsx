import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { fill } from '#contract/fill.ts';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { type ListQuery, writeListUrl } from '#inbox/list/list-url.ts';
import { minVisits, shareText } from './share.ts';
import { Table } from './Table.tsx';

const barColumns = ['leads', 'clients'] as const;

type Result = {
  key: string;
  name: ReactNode;
  note?: string;
  visits: number;
  leads: number;
  clients: number;
  /** Finds its leads in the list; null when the row sums up several names. */
  query: Pick<ListQuery, 'source' | 'campaign' | 'since'> | null;
};

/** Which numbers to show; conversion only if leads and visits were counted on the same days. */
export type Shows = { visits: boolean; conversion: boolean };

type Props = { title: string; heading: string; rows: readonly Result[]; shows: Shows };

export function Results({ title, heading, rows, shows }: Props) {
  const { language, words } = useLocale();
  const { columns, conversion, tooFewVisits } = words.stats;
  const conversionOf = ({ visits, leads }: Result) => {
    if (!shows.visits || !shows.conversion) return null;
    if (visits < minVisits) return tooFewVisits;
    const percent = shareText(leads, visits, language);
    return percent && fill(conversion, { percent });
  };
  return (
    <Table
      title={title}
      headings={[
        heading,
        ...(shows.visits ? [columns.visits] : []),
        ...barColumns.map((column) => (
          <span key={column} data-mark={column}>
            {columns[column]}
          </span>
        )),
      ]}
      rows={rows.map((row) => ({
        key: row.key,
        name: row.name,
        values: [
          ...(shows.visits ? [row.visits] : []),
          ...barColumns.map((column) => <Count key={column} row={row} column={column} />),
        ],
        bars: [row.leads, row.clients],
        note: [row.note, conversionOf(row)].filter(Boolean).join(' · '),
      }))}
    />
  );
}

function Count({ row, column }: { row: Result; column: (typeof barColumns)[number] }) {
  const { stats } = useWords();
  const number = column === 'clients' && row.clients > 0 ? <strong>{row.clients}</strong> : row[column];
  if (row[column] === 0 || row.query === null) return number;
  return (
    <Link
      href={`/${writeListUrl({ ...row.query, tab: column === 'leads' ? 'all' : 'clients', spam: 'no' })}`}
      aria-label={`${stats.columns[column]}: ${row[column]}`}
    >
      {number}
    </Link>
  );
}
