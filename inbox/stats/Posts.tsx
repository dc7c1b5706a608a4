import { useState } from 'react';
import { sourceName } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import { noName, type Stats } from '../../contract/inbox.ts';
import { Button } from '../components/Button.tsx';
import { Panel } from '../components/Panel.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { Results, type Shown } from './Results.tsx';
import styles from './Stats.module.css';
import { fewest } from './share.ts';

/** As many as fit a phone's first screen under the summary. */
const firstOnes = 4;

type Props = {
  stats: Stats;
  shows: Shown;
};

/** The question that the page is opened for, answered first. */
export function Posts({ stats: { byPost: posts, days }, shows }: Props) {
  const words = useWords();
  const { stats } = words;
  const [all, setAll] = useState(false);
  const since = days[0]?.day;
  const listOf = (campaign: string | null, source: string | null) => {
    if (campaign !== null) return { campaign, since };
    return source === 'other' ? null : { campaign: noName, source: source ?? noName, since };
  };
  if (posts.length === 0)
    return (
      <Panel title={stats.posts}>
        <p className="soft">{stats.nothing}</p>
      </Panel>
    );
  return (
    <Panel title={stats.posts}>
      {posts[0]?.clients === 0 && <p className={styles.note}>{stats.noClients}</p>}
      <Results
        title={stats.posts}
        heading={stats.post}
        shows={shows}
        rows={(all ? posts : posts.slice(0, firstOnes)).map(({ campaign, sources, ...numbers }) => {
          const source = sources[0] ?? null;
          const names = sources.map((source) => sourceName(source, words));
          return {
            ...numbers,
            key: campaign ?? `source: ${source}`,
            name: campaign ?? names[0],
            note: campaign === null ? '' : names.slice(0, 3).join(', '),
            list: listOf(campaign, source),
          };
        })}
      />
      {posts.length > firstOnes && (
        <Button look="quiet" className={styles.all} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? stats.showFewer : fill(stats.showAll, { count: posts.length })}
        </Button>
      )}
      {shows.visits && shows.conversion && (
        <p className={styles.note}>{fill(stats.conversionNote, { least: fewest })}</p>
      )}
    </Panel>
  );
}

/** All posts of a network together. */
export function Networks({ stats: { bySource: networks, days }, shows }: Props) {
  const words = useWords();
  const { bySource, nothing } = words.stats;
  return (
    <Panel title={bySource}>
      {networks.length === 0 ? (
        <p className="soft">{nothing}</p>
      ) : (
        <Results
          title={bySource}
          heading={words.list.source}
          shows={shows}
          rows={networks.map(({ source, ...numbers }) => ({
            ...numbers,
            key: source ?? '',
            name: sourceName(source, words),
            list: source === 'other' ? null : { source: source ?? noName, since: days[0]?.day },
          }))}
        />
      )}
    </Panel>
  );
}
