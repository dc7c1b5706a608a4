import { useId, useState } from 'react';
import type { Stats } from '../../contract/inbox.ts';
import { numberText } from '../../contract/number-text.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { dayText } from '../../contract/time-text.ts';
import { Icon } from '../components/Icon.tsx';
import { useLocale } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import styles from './Columns.module.css';
import { niceTop, uncountedOf, weeksOf } from './scale.ts';
import { Table } from './Table.tsx';

/** As many as a phone has room for; more days are summed up in weeks. */
const mostColumns = 92;

/** Visits and, on a scale of their own, leads with the clients among them; the same numbers follow as a table. */
export function Columns({ days, countedSince }: Pick<Stats, 'days' | 'countedSince'>) {
  const { language, words } = useLocale();
  const now = useNow();
  const id = useId();
  const [touched, setTouched] = useState<number | null>(null);
  const { stats } = words;
  const inWeeks = days.length > mostColumns;
  const title = inWeeks ? stats.byWeek : stats.byDay;
  const columns = inWeeks ? weeksOf(days) : days;
  const uncounted = uncountedOf(columns, countedSince);
  const text = (day: string) => dayText(day, language, tashkentDate(now));
  /** Said of the last column. */
  const unfinished = inWeeks ? stats.notOver : `${stats.today}, ${stats.notOver}`;
  const column = touched === null ? undefined : columns[touched];
  /** Of the touched column, or of all. */
  const number = (of: 'visits' | 'leads' | 'clients') =>
    numberText(column ? column[of] : columns.reduce((sum, each) => sum + each[of], 0), language);
  const plots = { columns, touched, touch: setTouched };

  return (
    <figure className="panel" aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
        <span aria-hidden="true">{column && text(column.day)}</span>
      </figcaption>
      {/* What a finger has touched stays shown when it is lifted. */}
      <div
        aria-hidden="true"
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setTouched(null)}
      >
        {countedSince && (
          <>
            <p className={styles.key}>
              <span data-mark="visits">
                {stats.visits}{' '}
                <b>{touched !== null && touched < uncounted ? stats.none : number('visits')}</b>
              </span>
            </p>
            <Plot {...plots} of="visits" uncounted={uncounted} />
          </>
        )}
        <p className={styles.key}>
          <span data-mark="leads">
            {stats.leads} <b>{number('leads')}</b>
          </span>
          <span data-mark="clients">
            {stats.clients} <b>{number('clients')}</b>
          </span>
        </p>
        <Plot {...plots} of="leads" among="clients" />
        <p className={styles.ends}>
          <span>{text(columns[0]?.day ?? '')}</span>
          <span className={styles.today}>{unfinished}</span>
        </p>
      </div>
      <details className={styles.details}>
        <summary>
          {stats.table}
          <Icon name="down" />
        </summary>
        <Table
          title={title}
          headings={[
            inWeeks ? stats.weekOf : stats.day,
            ...(countedSince ? [stats.columns.visits] : []),
            stats.columns.leads,
            stats.columns.clients,
          ]}
          rows={columns
            .map(({ day, visits, leads, clients }, index) => ({
              key: day,
              name: (
                <>
                  {text(day)}
                  {index === columns.length - 1 && <small>{unfinished}</small>}
                </>
              ),
              values: [
                ...(countedSince ? [index < uncounted ? stats.none : numberText(visits, language)] : []),
                leads,
                clients,
              ],
            }))
            .reverse()}
        />
      </details>
    </figure>
  );
}

type PlotProps = {
  columns: Stats['days'];
  of: 'visits' | 'leads';
  among?: 'clients';
  /** How many of the first columns are unknown, not zero. */
  uncounted?: number;
  touched: number | null;
  touch(column: number): void;
};

function Plot({ columns, of, among, uncounted = 0, touched, touch }: PlotProps) {
  const top = niceTop(Math.max(...columns.map((column) => column[of])));
  return (
    <div className={styles.plot} data-of={of}>
      <span className={styles.scale}>{top}</span>
      <span className={styles.scale}>{top / 2}</span>
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${columns.length} ${top}`}>
        {uncounted > 0 && <rect className={styles.uncounted} width={uncounted} height={top} />}
        {columns.map((column, index) => (
          <g
            key={column.day}
            data-touched={index === touched}
            data-last={index === columns.length - 1}
            onPointerEnter={() => touch(index)}
          >
            <rect className={styles.hit} x={index} width="1" height={top} />
            {[of, among].map(
              (name) =>
                name && (
                  <rect
                    key={name}
                    data-column={name}
                    x={index + 0.12}
                    y={top - column[name]}
                    width="0.76"
                    height={column[name]}
                  />
                ),
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
