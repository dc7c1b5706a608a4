import { useId, useState } from 'react';
import type { Stats } from '#contract/inbox.ts';
import { numberText } from '#contract/number-text.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { dayText } from '#contract/time-text.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import styles from './Chart.module.css';
import { countUncounted, niceTop, weeksOf } from './chart-data.ts';
import { Table } from './Table.tsx';

/** As many as fit on a phone. Longer periods are grouped by week. */
const maxColumns = 92;

export function Chart({ days, countedSince }: Pick<Stats, 'days' | 'countedSince'>) {
  const { language, words } = useLocale();
  const now = useNow();
  const id = useId();
  const [highlighted, highlight] = useState<number | null>(null);
  const { stats } = words;
  const inWeeks = days.length > maxColumns;
  const title = inWeeks ? stats.byWeek : stats.byDay;
  const columns = inWeeks ? weeksOf(days) : days;
  const uncounted = countUncounted(columns, countedSince);
  const text = (day: string) => dayText(day, language, tashkentDate(now));
  const unfinished = inWeeks ? stats.notOver : `${stats.today}, ${stats.notOver}`;
  const column = highlighted === null ? undefined : columns[highlighted];
  const plot = { columns, highlighted, highlight };
  return (
    <figure className="panel" aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
        <span aria-hidden="true">{column && text(column.day)}</span>
      </figcaption>
      <div
        aria-hidden="true"
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && highlight(null)}
      >
        {countedSince && <Plot {...plot} series={['visits']} uncounted={uncounted} />}
        <Plot {...plot} series={['leads', 'clients']} uncounted={0} />
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
              values: [...(countedSince ? [index < uncounted ? stats.none : visits] : []), leads, clients],
            }))
            .reverse()}
        />
      </details>
    </figure>
  );
}

type PlotProps = {
  columns: Stats['days'];
  series: ('visits' | 'leads' | 'clients')[];
  /** How many of the first columns are unknown, not zero. */
  uncounted: number;
  highlighted: number | null;
  highlight(column: number): void;
};

function Plot({ columns, series, uncounted, highlighted, highlight }: PlotProps) {
  const { language, words } = useLocale();
  const top = niceTop(Math.max(...columns.map((column) => Math.max(...series.map((name) => column[name])))));
  const numberOf = (name: (typeof series)[number]) => {
    if (highlighted !== null && highlighted < uncounted) return words.stats.none;
    const chosen = columns.filter((_, index) => highlighted === null || highlighted === index);
    return numberText(
      chosen.reduce((sum, column) => sum + column[name], 0),
      language,
    );
  };
  return (
    <>
      <p className={styles.key}>
        {series.map((name) => (
          <span key={name} data-mark={name}>
            {words.stats[name]} <b>{numberOf(name)}</b>
          </span>
        ))}
      </p>
      <div className={styles.plot} data-series={series[0]}>
        <span className={styles.scale}>{top}</span>
        <span className={styles.scale}>{top / 2}</span>
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${columns.length} ${top}`}>
          {uncounted > 0 && <rect className={styles.uncounted} width={uncounted} height={top} />}
          {columns.map((column, index) => (
            <g
              key={column.day}
              data-highlighted={index === highlighted}
              data-last={index === columns.length - 1}
              onPointerEnter={() => highlight(index)}
            >
              <rect className={styles.hit} x={index} width="1" height={top} />
              {series.map((name) => (
                <rect
                  key={name}
                  data-column={name}
                  x={index + 0.12}
                  y={top - column[name]}
                  width="0.76"
                  height={column[name]}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
    </>
  );
}
