import { fill } from '../../contract/fill.ts';
import { csvAddress } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { useToast } from '../components/Toasts.tsx';
import { useLocale } from '../language/LanguageProvider.tsx';
import { useCounts, useLeads } from '../queries.ts';
import { isNarrowed, type ListQuery } from './address.ts';
import { useListQuery } from './use-list-query.ts';

/** A file of what is listed, all pages of it. */
export function Csv() {
  const { language, words } = useLocale();
  const { query } = useListQuery();
  const count = useListed(query);
  const showToast = useToast();
  const what = `${words.tabs[query.tab]}${count && ` (${count})`}`;
  const name = `${words.list.csv}: ${what}`;
  return (
    <a
      className="button"
      href={csvAddress(query, language)}
      download
      title={name}
      // A finger sees no title: who wanted everything would send on a file of what is new.
      onClick={() => showToast('done', fill(words.list.csvHolds, { what }))}
    >
      <Icon name="download" />
      <span className="visually-hidden">{name}</span>
    </a>
  );
}

/** How many leads the file will hold; `50+` of those that were searched for and are not all shown yet. */
function useListed(query: ListQuery): string {
  const counts = useCounts().data;
  const { data, hasNextPage, isPlaceholderData } = useLeads(query);
  if (!isNarrowed(query)) return counts ? String(counts[query.tab]) : '';
  if (isPlaceholderData) return '';
  const shown = data?.pages.flatMap(({ leads }) => leads).length;
  return shown === undefined ? '' : `${shown}${hasNextPage ? '+' : ''}`;
}
