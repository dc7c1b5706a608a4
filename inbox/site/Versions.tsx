import { fill } from '../../contract/fill.ts';
import type { SiteVersion } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Moment } from '../components/Moment.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Site.module.css';
import { usePublish } from './use-publish.ts';

type Props = { versions: SiteVersion[]; look(number: number): void };

/** Every published version can be looked at and brought back; that publishes it anew. */
export function Versions({ versions, look }: Props) {
  const { site: words } = useWords();
  const [latest, previous] = versions;
  const original = { number: 0, who: '', at: '' };
  return (
    <section className="panel">
      {latest && (
        <p>
          {fill(words.undoText, { number: latest.number })}{' '}
          <Restore number={previous?.number ?? 0} text={words.undo} />
        </p>
      )}
      <ul className={styles.list}>
        {[...versions, original].map(({ number, who, at }) => (
          <li key={number} className={styles.tools}>
            <strong>{number === 0 ? words.original : fill(words.version, { number })}</strong>
            <span className="soft">
              {who} {at && <Moment at={at} />}
            </span>
            <button type="button" className="button" onClick={() => look(number)}>
              {words.look}
            </button>
            {number !== latest?.number && <Restore number={number} text={words.bringBack} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Restore({ number, text }: { number: number; text: string }) {
  const { site: words } = useWords();
  const restore = usePublish(() => api.restoreSite(number));
  return (
    <button type="button" className="button" disabled={restore.isPending} onClick={() => restore.mutate()}>
      {restore.isPending ? words.publishing : text}
    </button>
  );
}
