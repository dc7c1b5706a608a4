import { useId, useState } from 'react';
import type { Figures } from '../../contract/inbox.ts';
import { Icon } from '../components/Icon.tsx';
import { useSpeech } from '../language/LanguageProvider.tsx';
import { dayText } from '../language/time.ts';
import { useNow } from '../language/use-now.ts';
import styles from './Columns.module.css';
import { niceTop, weeksOf } from './scale.ts';

/** A phone has room for so many columns. */
const mostColumns = 92;

/** Leads over time, and how many of them became clients; a year is told in weeks. The same numbers follow as a table. */
export function Columns({ days }: { days: Figures['days'] }) {
  const { language, words } = useSpeech();
  const now = useNow();
  const id = useId();
  const [touched, setTouched] = useState<number | null>(null);
  const { figures } = words;
  const inWeeks = days.length > mostColumns;
  const columns = inWeeks ? weeksOf(days) : days;
  const top = niceTop(Math.max(...columns.map(({ leads }) => leads)));
  const text = (day: string) => dayText(day, language, now);
  const column = touched === null ? undefined : columns[touched];
  const [first, last] = [columns[0], columns.at(-1)];

  return (
    <figure className="panel" aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{inWeeks ? figures.byWeek : figures.byDay}</h2>
        <p className={styles.key} aria-hidden="true">
          {column ? (
            <strong>
              {text(column.day)}: {column.leads}
              {column.clients > 0 && ` (${figures.clients}: ${column.clients})`}
            </strong>
          ) : (
            <>
              <span>{figures.leads}</span>
              <span data-second="true">{figures.clients}</span>
            </>
          )}
        </p>
      </figcaption>
      <div className={styles.plot} aria-hidden="true" onPointerLeave={() => setTouched(null)}>
        <span className={styles.scale}>{top}</span>
        <span className={styles.scale}>{top / 2}</span>
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 ${columns.length} ${top}`}>
          {columns.map(({ day, leads, clients }, index) => (
            <g key={day} data-touched={index === touched} onPointerEnter={() => setTouched(index)}>
              <rect className={styles.hit} x={index} width="1" height={top} />
              <rect className={styles.leads} x={index + 0.12} y={top - leads} width="0.76" height={leads} />
              <rect
                className={styles.clients}
                x={index + 0.12}
                y={top - clients}
                width="0.76"
                height={clients}
              />
            </g>
          ))}
        </svg>
      </div>
      {first && last && (
        <p className={styles.ends} aria-hidden="true">
          <span>{text(first.day)}</span>
          <span>{text(last.day)}</span>
        </p>
      )}
      <details className={styles.details}>
        <summary>
          {figures.table}
          <Icon name="down" />
        </summary>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{inWeeks ? figures.weekOf : figures.day}</th>
              <th scope="col">{figures.leads}</th>
              <th scope="col">{figures.clients}</th>
            </tr>
          </thead>
          <tbody>
            {[...columns].reverse().map(({ day, leads, clients }) => (
              <tr key={day}>
                <th scope="row">{text(day)}</th>
                <td>{leads}</td>
                <td>{clients}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
