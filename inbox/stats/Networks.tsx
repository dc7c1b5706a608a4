import { useId } from 'react';
import { sourceName } from '../../content/inbox/source-name.ts';
import { noName, type Stats } from '../../contract/inbox.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import type { PostsProps } from './Posts.tsx';
import { Results } from './Results.tsx';

type Props = Pick<PostsProps, 'since' | 'shows'> & { networks: Stats['bySource'] };

/** What a network has brought with all its posts together. */
export function Networks({ networks, since, shows }: Props) {
  const words = useWords();
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{words.stats.bySource}</h2>
      {networks.length === 0 ? (
        <p className="soft">{words.stats.nothing}</p>
      ) : (
        <Results
          labelledBy={id}
          heading={words.list.source}
          shows={shows}
          rows={networks.map(({ source, ...numbers }) => ({
            ...numbers,
            key: source ?? '',
            name: sourceName(source, words),
            note: '',
            list: source === 'other' ? null : { source: source ?? noName, since },
          }))}
        />
      )}
    </section>
  );
}
