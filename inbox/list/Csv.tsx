import { fill } from '#contract/fill.ts';
import { csvUrl } from '#inbox/api.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import { useCounts, useLeads } from '#inbox/queries.ts';
import { isNarrowed, type ListQuery, useListQuery } from './list-url.ts';

export function Csv() {
  const { language, words } = useLocale();
  const { query } = useListQuery();
  const count = useCountText(query);
  const showToast = useToast();
  const what = `${words.tabs[query.tab]}${count && ` (${count})`}`;
  const name = `${words.list.csv}: ${what}`;
  return (
    <a
      className="button"
      href={csvUrl(query, language)}
      download
      title={name}
      // Touch screens show no title. Without this notice someone may take a filtered file for all leads.
      onClick={() => showToast('done', fill(words.list.downloading, { what }))}
    >
      <Icon name="download" />
      <span className="visually-hidden">{name}</span>
    </a>
  );
}

/** `50+` while a search has more pages. */
function useCountText(query: ListQuery): string {
  const counts = useCounts().data;
  const { data, hasNextPage, isPlaceholderData } = useLeads(query);
  if (!isNarrowed(query)) return counts ? String(counts[query.tab]) : '';
  if (!data || isPlaceholderData) return '';
  const shown = data.pages.flatMap(({ leads }) => leads).length;
  return `${shown}${hasNextPage ? '+' : ''}`;
}
