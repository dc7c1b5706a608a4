import { Fragment } from 'react';
import type { SiteChange } from '#contract/inbox.ts';
import { type Language, languages } from '#contract/languages.ts';
import { Icon } from '#inbox/components/Icon.tsx';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import type { Draft } from './draft.ts';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import { type Piece, wordDifference } from './word-difference.ts';

/** Old and new side by side, the changed words marked. */
export function Differences({ changes, draft }: { changes: SiteChange[]; draft: Draft }) {
  return changes.map((change) => <Difference key={change.path} {...change} draft={draft} />);
}

function Difference({ path, before, after, draft }: SiteChange & { draft: Draft }) {
  const { words, language } = useLocale();
  const [part, code] = path.split('.');
  const isText = part === 'texts';
  const old = shownValue(path, before, language, draft.liveAt);
  const next = shownValue(path, after, language, draft.valueAt);
  const [left, right] = isText ? wordDifference(old, next) : [[whole(old)], [whole(next)]];
  return (
    <div className={styles.difference} lang={isText ? code : undefined}>
      <b className="small soft">{isText && languages[code as Language].short}</b>
      {before === after ? (
        <span className="soft">{words.site.unchanged}</span>
      ) : (
        <>
          <span className="soft">
            <Pieces pieces={left} as="del" />
          </span>
          <span>
            <Pieces pieces={right} as="ins" />
            {!isText && after.includes('example.com') && (
              <span className={`small ${styles.amber} ${styles.problem}`}>
                <Icon name="warning" />
                <span>{words.site.example}</span>
              </span>
            )}
          </span>
        </>
      )}
    </div>
  );
}

export const Pieces = ({ pieces, as: Changed }: { pieces: Piece[]; as: 'del' | 'ins' }) =>
  pieces.map(({ text, changed }, index) => (
    <Fragment key={index}>{changed ? <Changed>{text.trim()}</Changed> : text.trim()} </Fragment>
  ));

const whole = (text: string): Piece => ({ text, changed: true });
