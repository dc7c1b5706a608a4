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
  const allDue = useDue().data ?? [];

  if (!data) return <LoadingOrError error={error} retry={refetch} />;
  const due = dueTabs.includes(query.tab) && !isNarrowed(query) ? allDue : [];
  const isDue = new Set(due.map(({ ref }) => ref));
  const leads = data.pages.flatMap((page) => page.leads).filter(({ ref }) => !isDue.has(ref));
  const isFresh = ({ createdAt }: LeadSummary) => openedAt !== undefined && createdAt > openedAt;
  const row = (lead: LeadSummary) => (
    <Row
      key={lead.ref}
      lead={lead}
      query={query}
      fresh={isFresh(lead)}
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
      <Announcements count={isNarrowed(query) ? count : null} freshOnes={leads.filter(isFresh).length} />
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
  fresh: boolean;
  opened: boolean;
  showsStatus: boolean;
};

function Row({ lead, query, fresh, opened, showsStatus }: RowProps) {
  const status = lead.spam ? 'spam' : lead.status;
  const from = originText(lead, useWords());
  return (
    <li className={fresh ? styles.fresh : undefined}>
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
        </span>
      </Link>
    </li>
  );
}

/** Tells screen readers what changed, and everyone how many leads were found. */
function Announcements({ count, freshOnes }: { count: string | null; freshOnes: number }) {
  const { list } = useWords();
  return (
    <>
      {/* An empty list already says so on screen. */}
      <p role="status" className={count === '0' ? 'visually-hidden' : styles.found}>
        {count && fill(list.found, { count })}
      </p>
      {/* A new key makes screen readers announce it again. */}
      <div role="status" className="visually-hidden">
        {freshOnes > 0 && <p key={freshOnes}>{list.arrived}</p>}
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
