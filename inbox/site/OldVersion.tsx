import { Link } from 'wouter';
import { fill } from '#contract/fill.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useOpening } from './bars.tsx';
import { Canvas } from './Canvas.tsx';
import { markTexts } from './marks.ts';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { Restore, versionName } from './Versions.tsx';
import { ViewChoice } from './ViewChoice.tsx';

export function OldVersion({ number }: { number: number }) {
  const { site: words } = useWords();
  const { open, close } = useOpening();
  const { versions } = useRoom().site;
  const live = versions[0]?.number ?? 0;
  const { who, at } = versions.find((version) => version.number === number) ?? {};
  const address = `/site/versions/${number}`;
  return (
    <div className={styles.site}>
      <div className={`${styles.bar} ${styles.viewing}`}>
        <Button look="quiet" icon="back" onClick={() => close('/site/versions')}>
          <span className="hidden-on-phone">{words.versions}</span>
        </Button>
        <div>
          <h1>{versionName(number, words)}</h1>
          <p className="small">
            {who} {at && <Moment at={at} />}
          </p>
        </div>
        <div className={styles.end}>
          <ViewChoice />
          {number !== live && (
            <Button onClick={() => open(`${address}?restore=${number}`)}>{words.restore}</Button>
          )}
        </div>
      </div>
      <div className={styles.work}>
        <Canvas
          number={number}
          show={(page) => {
            markTexts(page, []);
            page.addEventListener('click', (event) => event.preventDefault());
          }}
        />
      </div>
      <div className={styles.state}>
        <div className={styles.what} role="status">
          <strong>{words.viewOnly}</strong>
          <small>{fill(words.liveVersion, { version: versionName(live, words) })}</small>
        </div>
        <Link className="button" href="/site">
          {words.toEditing}
        </Link>
      </div>
      <Restore address={address} />
    </div>
  );
}
