import { Link, useSearch } from 'wouter';
import type { InboxWords } from '#content/inbox/en.ts';
import { fill } from '#contract/fill.ts';
import { leadStatuses, type Stats as StatsAnswer } from '#contract/inbox.ts';
import { type Language, languages } from '#contract/languages.ts';
import { numberText } from '#contract/number-text.ts';
import { tashkentDate } from '#contract/tashkent-time.ts';
import { dayText, hoursText } from '#contract/time-text.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import { useStats } from '#inbox/queries.ts';
import { star } from '#site/drawings/geometry.ts';
import { Campaigns, Sources } from './Campaigns.tsx';
import { Chart } from './Chart.tsx';
import type { Shows } from './Results.tsx';
import styles from './Stats.module.css';
import { beforeCounting, shareText } from './share.ts';
import { Table } from './Table.tsx';

const periods = [
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
  [365, 'year'],
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
        <nav className={styles.periods} aria-label={words.period}>
          {periods.map(([length, name]) => (
            <Link
              key={length}
              className="button quiet"
              href={length === 30 ? '/stats' : `/stats?days=${length}`}
              aria-current={length === days ? 'page' : undefined}
            >
              {words[name]}
            </Link>
          ))}
        </nav>
      </header>
      {data ? (
        <div className={styles.shown} aria-busy={isPlaceholderData}>
          <StatsPanels data={data} />
        </div>
      ) : (
        <LoadingOrError error={error} retry={refetch} />
      )}
    </div>
  );
}

function StatsPanels({ data }: { data: StatsAnswer }) {
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
        <Campaigns stats={data} shows={shows} />
        <div className={styles.beside}>
          <CountingNotice since={data.countedSince} before={before} />
          <SumsTable
            title={stats.funnel}
            headings={[stats.step, stats.count, stats.share]}
            rows={funnelOf(data.funnel, shows, stats, language)}
          />
          <dl className={styles.numbers}>
            <div>
              <dt>{stats.firstContact}</dt>
              <dd>
                {hoursText(data.hoursToFirstContact, language, stats)}
                {data.hoursToFirstContact !== null && <small>{stats.firstContactNote}</small>}
                {/* The median leaves out those still waiting. */}
                {data.byStatus.new > 0 && (
                  <small>{fill(stats.unanswered, { count: data.byStatus.new })}</small>
                )}
              </dd>
            </div>
            <div>
              <dt>{stats.places}</dt>
              <dd>
                {data.places.taken} / {data.places.of}
                {data.places.of <= maxStars && <Places {...data.places} />}
              </dd>
            </div>
          </dl>
        </div>
      </div>
      <Chart days={data.days} countedSince={data.countedSince} />
      <div className={styles.pairs}>
        <div>
          <Sources stats={data} shows={shows} />
          {counted && (
            <SumsTable
              title={stats.buttonClicks}
              headings={[stats.button, stats.times]}
              rows={data.byClick.map(({ name, count }) => [words.clicks[name] ?? name, count])}
            />
          )}
        </div>
        <div>
          <SumsTable
            title={stats.byLanguage}
            headings={[stats.language, ...(counted ? [columns.visits] : []), columns.leads]}
            rows={data.byLanguage.map(({ language: code, visits, leads }) => {
              const name = code ? languages[code].name : words.unknown;
              return counted ? [name, visits, leads] : [name, leads];
            })}
          />
          <SumsTable
            title={stats.byStatus}
            headings={[stats.status, columns.leads]}
            rows={leadStatuses.map((name) => [status[name], data.byStatus[name]])}
          />
          <SumsTable
            title={stats.byPerson}
            headings={[stats.person, stats.answered, stats.wait]}
            rows={data.byPerson.map(({ name, answered, hours }) => [
              name,
              answered,
              hoursText(hours, language, stats),
            ])}
          />
        </div>
      </div>
    </>
  );
}

type SumRow = [name: string, barValue: number, ...others: (number | string)[]];
type SumsProps = { title: string; headings: readonly string[]; rows: SumRow[] };

const SumsTable = ({ title, headings, rows }: SumsProps) => (
  <Panel title={title}>
    <Table
      title={title}
      headings={headings}
      rows={rows.map(([name, barValue, ...others]) => ({
        key: name,
        name,
        values: [barValue, ...others],
        bars: [barValue],
      }))}
    />
  </Panel>
);

function funnelOf(
  { visits, clicks, leads, clients }: StatsAnswer['funnel'],
  shows: Shows,
  words: InboxWords['stats'],
  language: Language,
): SumRow[] {
  const share = (part: number, whole: number) => {
    if (whole === 0 || part > whole) return words.none;
    return shareText(part, whole, language) ?? fill(words.partOfWhole, { part, whole });
  };
  const steps: SumRow[] = [
    [words.visits, visits, words.none],
    [words.clicks, clicks, share(clicks, visits)],
    [words.leads, leads, shows.visits && shows.conversion ? share(leads, clicks) : words.none],
    [words.clients, clients, share(clients, leads)],
  ];
  return shows.visits ? steps : steps.slice(2);
}

/** Only on a phone, where the funnel and the places are far below the posts. */
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

/** What was not counted is unknown, not zero. */
function CountingNotice({
  since,
  before,
}: {
  since: string | null;
  before: { days: boolean; leads: boolean };
}) {
  const { language, words } = useLocale();
  const now = useNow();
  const { stats } = words;
  if (since === null)
    return (
      <Panel title={stats.neverCounted}>
        <p className={styles.note}>{stats.neverCountedText}</p>
      </Panel>
    );
  if (!before.days) return null;
  return (
    <p className="panel small">
      {fill(stats.countedSince, { day: dayText(since, language, tashkentDate(now)) })}{' '}
      {before.leads && stats.leadsBefore}
    </p>
  );
}

const maxStars = 24;

const Places = ({ taken, of }: StatsAnswer['places']) => (
  <span className={styles.places} aria-hidden="true">
    {Array.from({ length: of }, (_, place) => (
      <svg key={place} aria-hidden="true" viewBox="0 0 24 24" data-taken={place < taken}>
        <path d={star(12, 12, 10.5)} strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
    ))}
  </span>
);
