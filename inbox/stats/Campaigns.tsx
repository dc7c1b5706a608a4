import { useState } from 'react';
import { sourceName } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import { noneFilter, type Stats } from '#contract/inbox.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Results, type Shows } from './Results.tsx';
import styles from './Stats.module.css';
import { minVisits } from './share.ts';

/** As many as fit a phone's first screen under the summary. */
const firstCount = 4;

const queryOf = (source: string | null, query: { since?: string | undefined; campaign?: string }) =>
  source === 'other' ? null : { ...query, source: source ?? noneFilter };

type Props = { stats: Stats; shows: Shows };

export function Campaigns({ stats: { byCampaign: posts, days }, shows }: Props) {
  const words = useWords();
  const { stats } = words;
  const [all, setAll] = useState(false);
  const since = days[0]?.day;
  return (
    <Panel title={stats.posts}>
      {posts[0]?.clients === 0 && <p className={styles.note}>{stats.noClients}</p>}
      <Results
        title={stats.posts}
        heading={stats.post}
        shows={shows}
        rows={(all ? posts : posts.slice(0, firstCount)).map(({ campaign, sources, ...numbers }) => {
          const source = sources[0] ?? null;
          const names = sources.map((source) => sourceName(source, words));
          return {
            ...numbers,
            key: campaign ?? `source: ${source}`,
            name: campaign ?? names[0],
            note: campaign === null ? '' : names.slice(0, 3).join(', '),
            query: campaign ? { campaign, since } : queryOf(source, { campaign: noneFilter, since }),
          };
        })}
      />
      {posts.length > firstCount && (
        <Button look="quiet" className={styles.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? stats.showFewer : fill(stats.showAll, { count: posts.length })}
        </Button>
      )}
      {posts.length > 0 && shows.visits && shows.conversion && (
        <p className={styles.note}>{fill(stats.conversionNote, { min: minVisits })}</p>
      )}
    </Panel>
  );
}

export function Sources({ stats: { bySource, days }, shows }: Props) {
  const words = useWords();
  const title = words.stats.bySource;
  return (
    <Panel title={title}>
      <Results
        title={title}
        heading={words.list.source}
        shows={shows}
        rows={bySource.map(({ source, ...numbers }) => ({
          ...numbers,
          key: source ?? '',
          name: sourceName(source, words),
          query: queryOf(source, { since: days[0]?.day }),
        }))}
      />
    </Panel>
  );
}
