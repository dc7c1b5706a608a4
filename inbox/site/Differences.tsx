import { Fragment } from 'react';
import { fill } from '#contract/fill.ts';
import type { SiteChange } from '#contract/inbox.ts';
import { type Language, languages } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import { Note, useDiscard } from './notes.tsx';
import { useRoom } from './room.ts';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import { keepMine } from './typed-values.ts';
import { type Piece, wordDifference } from './word-difference.ts';

/** Old and new side by side, the changed words marked. */
export const Differences = ({ changes }: { changes: SiteChange[] }) =>
  changes.map((change) => <Difference key={change.path} {...change} />);

function Difference({ path, before, after }: SiteChange) {
  const { liveAt, valueAt } = useRoom();
  const { words, language } = useLocale();
  const [part, code] = path.split('.');
  const isText = part === 'texts';
  const old = shownValue(path, before, language, liveAt);
  const next = shownValue(path, after, language, valueAt);
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
            {!isText && after.includes('example.com') && <Note>{words.site.example}</Note>}
          </span>
        </>
      )}
    </div>
  );
}

const Pieces = ({ pieces, as: Changed }: { pieces: Piece[]; as: 'del' | 'ins' }) =>
  pieces.map(({ text, changed }, index) => (
    <Fragment key={index}>{changed ? <Changed>{text.trim()}</Changed> : text.trim()} </Fragment>
  ));

const whole = (text: string): Piece => ({ text, changed: true });

/** A colleague's text and one's own, of which one stays. */
export function Choice({ path }: { path: string }) {
  const { words: all, language } = useLocale();
  const { site: words } = all;
  const { typed, valueAt } = useRoom();
  const discard = useDiscard();
  const { theirs } = typed[path] ?? {};
  if (!theirs) return null;
  const shown = (value: string) => shownValue(path, value, language, valueAt);
  const [their, mine] = wordDifference(shown(theirs.value), shown(valueAt(path)));
  const options = [
    [theirs.who || words.theirsLive, their, words.takeTheirs, () => discard.mutate([path])],
    [words.mine, mine, words.keepMine, () => keepMine(path)],
  ] as const;
  return (
    <div role="group" aria-label={words.choose}>
      <p className="small problem" role="alert">
        {theirs.who ? fill(words.conflict, { who: theirs.who }) : words.conflictLive}
      </p>
      <div className={styles.choices}>
        {options.map(([who, pieces, text, choose]) => (
          <div key={text} className="panel">
            <small>{who}</small>
            <p>
              <Pieces pieces={pieces} as="ins" />
            </p>
            <Button onClick={choose}>{text}</Button>
          </div>
        ))}
      </div>
    </div>
  );
}
