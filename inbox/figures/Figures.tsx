import { Link, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { type Figures as FiguresAnswer, leadStatuses } from '../../contract/inbox.ts';
import { isLanguage, languages } from '../../contract/languages.ts';
import { numberText } from '../../contract/number-text.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { dayText, hoursText } from '../../contract/time-text.ts';
import { Icon } from '../components/Icon.tsx';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useSpeech, useWords } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import { useFigures } from '../queries.ts';
import { Bars } from './Bars.tsx';
import { Columns } from './Columns.tsx';
import styles from './Figures.module.css';
import { Funnel } from './Funnel.tsx';
import { Networks } from './Networks.tsx';
import { Places } from './Places.tsx';
import { Posts } from './Posts.tsx';
import { beforeCounting } from './share.ts';

const periods = [
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
  [365, 'season'],
] as const;

/** Its code comes after the first room's (LateRoom.tsx): who works on leads does not wait for it. */
export default function Figures() {
  const { figures: words } = useWords();
  const wanted = Number(new URLSearchParams(useSearch()).get('days'));
  const days = periods.find(([days]) => days === wanted)?.[0] ?? 30;
  const { data, error, refetch, isPlaceholderData } = useFigures(days);
  useTitle(words.title);
  return (
    <div className={`page ${styles.figures}`}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Link className="button" href="/links">
          <Icon name="link" />
          {words.links}
        </Link>
        <nav className={styles.periods} aria-label={words.period}>
          {periods.map(([length, name]) => (
            <Link
              key={length}
              href={length === 30 ? '/figures' : `/figures?days=${length}`}
              aria-current={length === days ? 'page' : undefined}
            >
              {words[name]}
            </Link>
          ))}
        </nav>
      </header>
      {data ? (
        // Until the answer is there the figures of the period before it stay.
        <div className={styles.shown} aria-busy={isPlaceholderData}>
          <Shown data={data} />
        </div>
      ) : error ? (
        <NotRead error={error} again={refetch} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Shown({ data }: { data: FiguresAnswer }) {
  const { language, words } = useSpeech();
  const { figures, status } = words;
  const counted = data.countedSince !== null;
  const before = beforeCounting(data);
  const shows = { visits: counted, conversion: !before.leads };
  const byLanguage = data.byLanguage.map(({ language: read, visits, leads }) => ({
    name: isLanguage(read) ? languages[read].name : (read ?? words.unknown),
    values: counted ? ([visits, leads] as const) : ([leads] as const),
  }));
  return (
    <>
      <Summary data={data} />
      <div className={styles.first}>
        <Posts origins={data.bySource} since={data.days[0]?.day} shows={shows} />
        <div className={styles.beside}>
          <Counted since={data.countedSince} before={before} />
          <Funnel funnel={data.funnel} shows={shows} />
          <dl className={styles.numbers}>
            <div>
              <dt>{figures.firstContact}</dt>
              <dd>
                {hoursText(data.hoursToFirstContact, language, figures)}
                {data.hoursToFirstContact !== null && <small>{figures.firstContactNote}</small>}
                {/* Nobody knows how long they will have waited: one quick answer must not speak for them. */}
                {data.byStatus.new > 0 && (
                  <small>{fill(figures.unanswered, { count: data.byStatus.new })}</small>
                )}
              </dd>
            </div>
            <div>
              <dt>{figures.places}</dt>
              <dd>
                {data.places.taken} / {data.places.of}
                <Places {...data.places} />
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <Columns days={data.days} countedSince={data.countedSince} />
      <div className={styles.pairs}>
        <div>
          <Networks origins={data.bySource} since={data.days[0]?.day} shows={shows} />
          {counted && (
            <Bars
              title={figures.pressed}
              headings={[figures.button, figures.times]}
              rows={data.byClick.map(({ name, count }) => ({
                name: words.clicks[name] ?? name,
                values: [count],
              }))}
            />
          )}
        </div>
        <div>
          <Bars
            title={figures.byLanguage}
            headings={[figures.language, ...(counted ? [figures.columns.visits] : []), figures.columns.leads]}
            rows={byLanguage}
          />
          <Bars
            title={figures.byStatus}
            headings={[figures.status, figures.columns.leads]}
            rows={leadStatuses.map((name) => ({ name: status[name], values: [data.byStatus[name]] }))}
          />
        </div>
      </div>
    </>
  );
}

/** The way from visit to client and the season's places in one line: on a phone they stand far below the posts. */
function Summary({ data: { funnel, places, countedSince } }: { data: FiguresAnswer }) {
  const { language, words } = useSpeech();
  const { columns, none, placesShort } = words.figures;
  const numbers = [
    [columns.visits, countedSince === null ? none : numberText(funnel.visits, language)],
    [columns.leads, numberText(funnel.leads, language)],
    [columns.clients, numberText(funnel.clients, language)],
    [placesShort, `${places.taken} / ${places.of}`],
  ] as const;
  return (
    <dl className={styles.summary}>
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nobody should take for zero what was not counted. */
function Counted({ since, before }: { since: string | null; before: { days: boolean; leads: boolean } }) {
  const { language, words } = useSpeech();
  const now = useNow();
  const { figures } = words;
  if (since === null)
    return (
      <div className={`panel ${styles.counted}`}>
        <h2>{figures.neverCounted}</h2>
        <p>{figures.neverCountedText}</p>
      </div>
    );
  if (!before.days) return null;
  return (
    <p className={`panel ${styles.counted}`}>
      {fill(figures.countedSince, { day: dayText(since, language, tashkentDate(now)) })}{' '}
      {before.leads && figures.leadsBefore}
    </p>
  );
}
