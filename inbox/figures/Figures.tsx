import { Link, useSearch } from 'wouter';
import { type Figures as FiguresAnswer, leadStatuses } from '../../contract/inbox.ts';
import { isLanguage, languages } from '../../site/i18n/languages.ts';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useSpeech, useWords } from '../language/LanguageProvider.tsx';
import { hoursText } from '../language/time.ts';
import { useFigures } from '../queries.ts';
import { Bars } from './Bars.tsx';
import { Columns } from './Columns.tsx';
import styles from './Figures.module.css';
import { Places } from './Places.tsx';

const periods = [
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
  [365, 'year'],
] as const;

/** Fetched when it is opened: who only works on leads never loads it. */
export default function Figures() {
  const { figures: words } = useWords();
  const wanted = Number(new URLSearchParams(useSearch()).get('days'));
  const days = periods.find(([days]) => days === wanted)?.[0] ?? 30;
  const { data, error, refetch } = useFigures(days);
  useTitle(words.title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
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
      {data ? <Shown data={data} /> : error ? <NotRead error={error} again={refetch} /> : <Waiting />}
    </div>
  );
}

function Shown({ data }: { data: FiguresAnswer }) {
  const { words } = useSpeech();
  const { figures, status, unknown } = words;
  const sum = (of: 'leads' | 'clients') => data.days.reduce((total, day) => total + day[of], 0);
  return (
    <>
      <dl className={styles.numbers}>
        <BigNumber name={figures.leads} value={sum('leads')} />
        <BigNumber name={figures.clients} value={sum('clients')} />
        <BigNumber
          name={figures.firstContact}
          value={hoursText(data.hoursToFirstContact, words)}
          note={data.hoursToFirstContact === null ? undefined : figures.firstContactNote}
        />
        <div>
          <dt>{figures.places}</dt>
          <dd>
            {data.places.taken} / {data.places.of}
            <Places {...data.places} />
          </dd>
        </div>
      </dl>
      <Columns days={data.days} />
      <div className={styles.pairs}>
        <Bars
          title={figures.byStatus}
          name={figures.status}
          rows={leadStatuses.map((name) => ({ name: status[name], leads: data.byStatus[name] }))}
        />
        <Bars
          title={figures.byLanguage}
          name={figures.language}
          rows={data.byLanguage.map(({ language, leads }) => ({
            name: isLanguage(language) ? languages[language].name : (language ?? unknown),
            leads,
          }))}
        />
        <Bars
          title={figures.bySource}
          name={figures.source}
          rows={data.bySource.map(({ source, campaign, leads, clients }) => ({
            name: [source ?? unknown, campaign].filter(Boolean).join(' · '),
            leads,
            clients,
          }))}
        />
      </div>
    </>
  );
}

const BigNumber = ({
  name,
  value,
  note,
}: {
  name: string;
  value: string | number;
  note?: string | undefined;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
);
