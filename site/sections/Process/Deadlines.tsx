import { useEffect, useState } from 'react';
import { monthsIn } from '#contract/languages.ts';
import { dateText } from '#site/i18n/fact-values.ts';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import styles from './Deadlines.module.css';
import { type DeadlineDate, datesOfTheYear, nextDate } from './deadline-dates.ts';

/** The deadlines on a dial of the year, and in words. The browser marks the next one: it knows the date. */
export function Deadlines() {
  const { t, texts, language } = useLanguage();
  const dates = datesOfTheYear(texts.deadlines);
  const [next, setNext] = useState<number>();
  useEffect(() => setNext(nextDate(datesOfTheYear(texts.deadlines), Date.now())), [texts.deadlines]);
  return (
    <div className={styles.deadlines}>
      <YearDial dates={dates} next={next} />
      <h3 className={styles.title}>{t('process.deadlines.title')}</h3>
      <ul className={styles.dates}>
        {dates.map(({ names, ...date }, index) => (
          <li key={index} data-next={index === next || undefined}>
            {index === next && <p className={styles.next}>{t('process.deadlines.next')}</p>}
            <p className={styles.date}>{dateText(date, language)}</p>
            {names.map((name) => (
              <p key={name}>{t(`process.deadlines.labels.${name}`)}</p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The angle of the middle of each month. */
const monthAngles = Array.from({ length: 12 }, (_, month) => ((month + 0.5) * Math.PI) / 6);

function YearDial({ dates, next }: { dates: DeadlineDate[]; next: number | undefined }) {
  const { language } = useLanguage();
  const angles = dates.map(({ month, day }) => Math.round((month - 1 + day / 31) * 30));
  return (
    <svg className={styles.year} viewBox="0 0 200 200" aria-hidden="true">
      <circle
        cx="100"
        cy="100"
        r="90"
        pathLength="360"
        strokeDasharray="27 3"
        transform="rotate(-88.5 100 100)"
      />
      {/* One <text>, with an x and y for each letter. */}
      <text
        x={monthAngles.map((angle) => Math.round(100 + 70 * Math.sin(angle))).join(' ')}
        y={monthAngles.map((angle) => Math.round(105 - 70 * Math.cos(angle))).join(' ')}
      >
        {monthsIn(language)
          .map((month) => month.charAt(0).toUpperCase())
          .join('')}
      </text>
      <path d="M100 48 107 93 152 100 107 107 100 152 93 107 48 100 93 93Z" />
      {next !== undefined && (
        <path data-next="" d="M100 34 109 100H91Z" transform={`rotate(${angles[next]} 100 100)`} />
      )}
      {angles.map((angle, index) => (
        <circle
          key={index}
          cx="100"
          cy="10"
          r="8"
          data-next={index === next || undefined}
          transform={`rotate(${angle} 100 100)`}
        />
      ))}
    </svg>
  );
}
