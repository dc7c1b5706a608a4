import { useEffect, useReducer, useState } from 'react';
import { Link } from 'wouter';
import { originText } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import type { LeadSummary, LeadTab } from '#contract/inbox.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { Age, Moment } from '#inbox/components/Moment.tsx';
import { StatusChip } from '#inbox/components/StatusChip.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError, Waiting } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useCounts, useDue, useLeads, useRevision } from '#inbox/queries.ts';
import { FirstRun } from './FirstRun.tsx';
import styles from './List.module.css';
import { fromList, isNarrowed, type ListQuery, useListQuery, withChange, writeListUrl } from './list-url.ts';

export function List({ opened }: { opened?: string | undefined }) {
  const words = useWords();
  const { query } = useListQuery();
  const { data, error, refetch, isPlaceholderData, ...list } = useLeads(query);
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const openedAt = useRevision().data?.openedAt;
  const [arrivals, announce] = useReducer((count: number) => count + 1, 0);
  const allDue = useDue().data ?? [];

  if (!data) return <LoadingOrError error={error} retry={refetch} />;
  const due = dueTabs.includes(query.tab) && !isNarrowed(query) ? allDue : [];
  const isDue = new Set(due.map(({ ref }) => ref));
  const leads = data.pages.flatMap((page) => page.leads).filter(({ ref }) => !isDue.has(ref));
  const arrived = ({ createdAt, changedBy }: LeadSummary) =>
    openedAt !== undefined && createdAt > openedAt && changedBy === null;
  const row = (lead: LeadSummary) => (
    <Row
      key={lead.ref}
      lead={lead}
      query={query}
      arrived={arrived(lead)}
      announce={announce}
      opened={lead.ref === opened}
      showsStatus={isDue.has(lead.ref) || !oneStatus.includes(query.tab)}
    />
  );
  // The previous list stays while the next one is loading.
  const showsPrevious = isPlaceholderData;
  const count = showsPrevious ? null : `${leads.length}${hasNextPage ? '+' : ''}`;
  return (
    <>
      {opened === undefined && <Heading />}
      <Announcements count={isNarrowed(query) ? count : null} arrivals={arrivals} />
      {due.length > 0 && (
        <section aria-labelledby="due">
          <h2 id="due" className={styles.due}>
            {words.list.due}
          </h2>
          <ul className={styles.list}>{due.map(row)}</ul>
        </section>
      )}
      {leads.length > 0 ? (
        <ul className={styles.list} aria-busy={showsPrevious}>
          {leads.map(row)}
        </ul>
      ) : showsPrevious ? (
        <Waiting />
      ) : (
        due.length === 0 && <Empty query={query} />
      )}
      {error && isFetchNextPageError && <LoadingOrError error={error} retry={fetchNextPage} />}
      {hasNextPage && !showsPrevious && !isFetchNextPageError && (
        <p className={styles.more}>
          <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {words.list.showMore}
          </Button>
        </p>
      )}
    </>
  );
}

/** Tabs with what is due today at the top. */
const dueTabs: readonly LeadTab[] = ['new', 'active', 'all'];

/** In these tabs all leads that are not due have the same status. */
const oneStatus: readonly LeadTab[] = ['new', 'clients', 'lost', 'spam'];

type RowProps = {
  lead: LeadSummary;
  query: ListQuery;
  /** From a visitor, since the inbox was opened. */
  arrived: boolean;
  announce(): void;
  opened: boolean;
  showsStatus: boolean;
};

/** Arrivals that were announced. */
const announced = new Set<string>();

function Row({ lead, query, arrived, announce, opened, showsStatus }: RowProps) {
  const words = useWords();
  const [flashes, setFlashes] = useState(() => arrived && !announced.has(lead.ref));
  useEffect(() => {
    if (!flashes || announced.has(lead.ref)) return;
    announced.add(lead.ref);
    announce();
  });
  const status = lead.spam ? 'spam' : lead.status;
  const from = originText(lead, words);
  return (
    // Otherwise the row would flash again whenever the list is shown again.
    <li className={flashes ? styles.fresh : undefined} onAnimationEnd={() => setFlashes(false)}>
      <Link
        className={styles.row}
        href={`/leads/${encodeURIComponent(lead.ref)}${writeListUrl(query)}`}
        state={fromList}
        aria-current={opened ? 'true' : undefined}
        data-new={status === 'new'}
      >
        <span className={styles.name}>
          <bdi>{lead.name}</bdi>
        </span>
        <span className={styles.age}>
          <Age since={lead.createdAt} />
        </span>
        <span className={styles.excerpt}>
          <bdi>{lead.excerpt}</bdi>
        </span>
        <span className={styles.foot}>
          {showsStatus && <StatusChip status={status} />}
          {lead.remindAt && (
            <span className={styles.remind}>
              <Icon name="clock" />
              <Moment at={lead.remindAt} />
            </span>
          )}
          <bdi>{lead.phone}</bdi>
          {from && <bdi className={styles.from}>{from}</bdi>}
          {lead.changedBy && (
            <span className={styles.by}>
              <Icon name="person" />
              <span className="visually-hidden">{words.list.changedBy}: </span>
              <bdi>{lead.changedBy}</bdi>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Tells screen readers what changed, and everyone how many leads were found. */
function Announcements({ count, arrivals }: { count: string | null; arrivals: number }) {
  const { list } = useWords();
  return (
    <>
      {/* An empty list already says so on screen. */}
      <p role="status" className={count === '0' ? 'visually-hidden' : styles.found}>
        {count && fill(list.found, { count })}
      </p>
      {/* A new key makes screen readers announce it again. */}
      <div role="status" className="visually-hidden">
        {arrivals > 0 && <p key={arrivals}>{list.arrived}</p>}
      </div>
    </>
  );
}

function Empty({ query }: { query: ListQuery }) {
  const { list } = useWords();
  const narrowed = isNarrowed(query);
  const isFirstRun = useCounts().data?.all === 0;
  return (
    <div className="empty">
      <strong>{narrowed ? list.nothingFound : query.tab === 'new' ? list.emptyNew : list.empty}</strong>
      {!narrowed && query.tab === 'new' && <p>{list.emptyNewText}</p>}
      {narrowed && query.tab !== 'all' && (
        <Link className="text-link" href={`/${writeListUrl(withChange(query, { tab: 'all' }))}`}>
          {list.searchAll}
        </Link>
      )}
      {isFirstRun && <FirstRun />}
    </div>
  );
}

function Heading() {
  const { title } = useWords();
  useTitle(title);
  return <h1 className="visually-hidden">{title}</h1>;
}
