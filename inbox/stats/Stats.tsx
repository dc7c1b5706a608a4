import { Link, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import { leadStatuses, type Stats as StatsAnswer } from '../../contract/inbox.ts';
import { isLanguage, languages } from '../../contract/languages.ts';
import { numberText } from '../../contract/number-text.ts';
import { tashkentDate } from '../../contract/tashkent-time.ts';
import { dayText, hoursText } from '../../contract/time-text.ts';
import { Icon } from '../components/Icon.tsx';
import { Panel } from '../components/Panel.tsx';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useLocale, useWords } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import { useStats } from '../queries.ts';
import { Columns } from './Columns.tsx';
import { funnelRows } from './funnel.ts';
import { Places } from './Places.tsx';
import { Networks, Posts } from './Posts.tsx';
import styles from './Stats.module.css';
import { beforeCounting } from './share.ts';
import { Table } from './Table.tsx';

const periods = [
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
  [365, 'season'],
] as const;

export function Stats() {
  const { stats: words } = useWords();
  const wanted = Number(new URLSearchParams(useSearch()).get('days'));
  const days = periods.find(([days]) => days === wanted)?.[0] ?? 30;
  const { data, error, refetch, isPlaceholderData } = useStats(days);
  useTitle(words.title);
  return (
    <div className={`page ${styles.stats}`}>
      <header className={`cluster ${styles.head}`}>
        <h1>{words.title}</h1>
        <Link className="button" href="/links">
          <Icon name="link" />
          {words.links}
        </Link>
        <nav className={`cluster ${styles.periods}`} aria-label={words.period}>
          {periods.map(([length, name]) => (
            <Link
              key={length}
              href={length === 30 ? '/stats' : `/stats?days=${length}`}
              aria-current={length === days ? 'page' : undefined}
            >
              {words[name]}
            </Link>
          ))}
        </nav>
      </header>
      {data ? (
        // Until the answer is there the stats of the period before stay.
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

function Shown({ data }: { data: StatsAnswer }) {
  const { language, words } = useLocale();
  const { stats, status } = words;
  const { columns } = stats;
  const counted = data.countedSince !== null;
  const before = beforeCounting(data);
  const shows = { visits: counted, conversion: !before.leads };
  return (
    <>
      <Summary data={data} />
      <div className={styles.first}>
        <Posts stats={data} shows={shows} />
        <div className={styles.beside}>
          <Counted since={data.countedSince} before={before} />
          <Bars
            title={stats.funnel}
            headings={[stats.step, stats.count, stats.share]}
            rows={funnelRows(data.funnel, shows, words.stats, language)}
          />
          <dl className={styles.numbers}>
            <div>
              <dt>{stats.firstContact}</dt>
              <dd>
                {hoursText(data.hoursToFirstContact, language, stats)}
                {data.hoursToFirstContact !== null && <small>{stats.firstContactNote}</small>}
                {/* Those still waiting are not in the median. */}
                {data.byStatus.new > 0 && (
                  <small>{fill(stats.unanswered, { count: data.byStatus.new })}</small>
                )}
              </dd>
            </div>
            <div>
              <dt>{stats.places}</dt>
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
          <Networks stats={data} shows={shows} />
          {counted && (
            <Bars
              title={stats.pressed}
              headings={[stats.button, stats.times]}
              rows={data.byClick.map(({ name, count }) => [words.clicks[name] ?? name, count])}
            />
          )}
        </div>
        <div>
          <Bars
            title={stats.byLanguage}
            headings={[stats.language, ...(counted ? [columns.visits] : []), columns.leads]}
            rows={data.byLanguage.map(({ language: code, visits, leads }) => [
              isLanguage(code) ? languages[code].name : (code ?? words.unknown),
              ...(counted ? [visits] : []),
              leads,
            ])}
          />
          <Bars
            title={stats.byStatus}
            headings={[stats.status, columns.leads]}
            rows={leadStatuses.map((name) => [status[name], data.byStatus[name]])}
          />
        </div>
      </div>
    </>
  );
}

type BarsProps = {
  title: string;
  headings: readonly string[];
  rows: (readonly [string, ...(number | string)[]])[];
};

/** The first number of each row is drawn. */
function Bars({ title, headings, rows }: BarsProps) {
  const { language, words } = useLocale();
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="soft">{words.stats.nothing}</p>
      ) : (
        <Table
          title={title}
          headings={headings}
          rows={rows.map(([name, ...values]) => ({
            key: name,
            name,
            values: values.map((value) => (typeof value === 'number' ? numberText(value, language) : value)),
            bars: [Number(values[0])],
          }))}
        />
      )}
    </Panel>
  );
}

/** On a phone the funnel and the places are far below the posts. */
function Summary({ data: { funnel, places, countedSince } }: { data: StatsAnswer }) {
  const { language, words } = useLocale();
  const { columns, none, placesShort } = words.stats;
  const numbers = [
    [columns.visits, countedSince === null ? none : numberText(funnel.visits, language)],
    [columns.leads, numberText(funnel.leads, language)],
    [columns.clients, numberText(funnel.clients, language)],
    [placesShort, `${places.taken} / ${places.of}`],
  ] as const;
  return (
    <dl className={`cluster ${styles.summary}`}>
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was not counted is not zero. */
function Counted({ since, before }: { since: string | null; before: { days: boolean; leads: boolean } }) {
  const { language, words } = useLocale();
  const now = useNow();
  const { stats } = words;
  if (since === null)
    return (
      <div className={`panel ${styles.counted}`}>
        <h2>{stats.neverCounted}</h2>
        <p>{stats.neverCountedText}</p>
      </div>
    );
  if (!before.days) return null;
  return (
    <p className={`panel ${styles.counted}`}>
      {fill(stats.countedSince, { day: dayText(since, language, tashkentDate(now)) })}{' '}
      {before.leads && stats.leadsBefore}
    </p>
  );
}
