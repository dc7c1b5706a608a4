import { useId, useState } from 'react';
import { sourceName } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import { noName, type Stats } from '../../contract/inbox.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Posts.module.css';
import { Results } from './Results.tsx';
import { fewest } from './share.ts';

/** So many stand on a phone's first screen, with the summary above them. */
const firstOnes = 4;

export type PostsProps = {
  posts: Stats['byPost'];
  /** The first day. */
  since: string | undefined;
  shows: { visits: boolean; conversion: boolean };
};

/** The question the page is opened for, answered before anything else. */
export function Posts({ posts, since, shows }: PostsProps) {
  const words = useWords();
  const { stats } = words;
  const id = useId();
  const [all, setAll] = useState(false);
  /** Whoever is told apart by no name has no list of their own. */
  const listOf = (campaign: string | null, source: string | null = null) => {
    if (campaign !== null) return { campaign, since };
    return source === 'other' ? null : { campaign: noName, source: source ?? noName, since };
  };
  const shown = all ? posts : posts.slice(0, firstOnes);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{stats.posts}</h2>
      {posts.length === 0 && <p className="soft">{stats.nothing}</p>}
      {posts.length > 0 && posts[0]?.clients === 0 && <p className={styles.note}>{stats.noClients}</p>}
      {posts.length > 0 && (
        <Results
          labelledBy={id}
          heading={stats.post}
          shows={shows}
          rows={shown.map(({ campaign, sources, ...numbers }) => {
            const names = sources.map((source) => sourceName(source, words));
            return {
              ...numbers,
              key: campaign ?? `source: ${sources[0]}`,
              name: campaign ?? names[0],
              note: campaign === null ? '' : names.slice(0, 3).join(', '),
              list: listOf(campaign, sources[0]),
            };
          })}
        />
      )}
      {posts.length > firstOnes && (
        <button
          type="button"
          className={`button quiet ${styles.all}`}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? stats.showFewer : fill(stats.showAll, { count: posts.length })}
        </button>
      )}
      {posts.length > 0 && shows.visits && shows.conversion && (
        <p className={styles.note}>{fill(stats.conversionNote, { least: fewest })}</p>
      )}
    </section>
  );
}
