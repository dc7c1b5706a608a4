import { useMutation } from '@tanstack/react-query';
import { fill } from '#contract/fill.ts';
import type { Language } from '#contract/languages.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { Done } from './bars.tsx';
import { Pieces } from './Differences.tsx';
import type { Draft } from './draft.ts';
import styles from './Site.module.css';
import { inBrackets, shownValue } from './shown-value.ts';
import { wordDifference } from './word-difference.ts';

export function useDiscard({ discard, valueAt }: Draft) {
  const words = useWords();
  const showToast = useToast();
  return useMutation({
    mutationFn: (paths: string[]) => discard(Object.fromEntries(paths.map((path) => [path, valueAt(path)]))),
    onError: (error) => showToast('problem', failureText(error, words)),
  });
}

/** Beside a field: whether the server has its value, and the way back to the published one. */
export function Mark({ path, draft }: { path: string; draft: Draft }) {
  const { site: words } = useWords();
  const discard = useDiscard(draft);
  const { typed, site, failed } = draft;
  if (draft.valueAt(path) === draft.liveAt(path) && !typed[path]) return null;
  const { theirs, refused } = typed[path] ?? {};
  return (
    <span className={styles.mark}>
      {!theirs && (
        <Button look="quiet" onClick={() => discard.mutate([path])}>
          {words.putBack}
        </Button>
      )}
      {!typed[path] && site.draft[path] && !draft.problemAt(path) && <Done>{words.saved}</Done>}
      {typed[path] && !theirs && !refused && (
        <span className="small soft">{failed ? words.unsent : words.saving}</span>
      )}
    </span>
  );
}

export function Problem({ path, draft, id }: { path: string; draft: Draft; id?: string }) {
  const { problems } = useWords().site;
  const problem = draft.problemAt(path);
  const isUnknown = draft.typed[path]?.refused === 'unknown';
  const name =
    problem && 'name' in problem
      ? inBrackets(`{${problem.name}}`, path.split('.')[1] as Language, draft.valueAt)
      : '';
  const text = isUnknown ? problems.unknown : problem && fill(problems[problem.kind], { ...problem, name });
  return (
    <p id={id} className={`small ${styles.problem}`} role="alert">
      {text && <Icon name="warning" />}
      {text && <span>{text}</span>}
    </p>
  );
}

/** A colleague's text and one's own, of which one stays. */
export function Choice({ path, draft }: { path: string; draft: Draft }) {
  const { words: all, language } = useLocale();
  const { site: words } = all;
  const discard = useDiscard(draft);
  const { theirs } = draft.typed[path] ?? {};
  if (!theirs) return null;
  const shown = (value: string) => shownValue(path, value, language, draft.valueAt);
  const [their, mine] = wordDifference(shown(theirs.value), shown(draft.valueAt(path)));
  const options = [
    [theirs.who || words.theirsLive, their, words.takeTheirs, () => discard.mutate([path])],
    [words.mine, mine, words.keepMine, () => draft.keepMine(path)],
  ] as const;
  return (
    <div role="group" aria-label={words.choose}>
      <p className="small problem" role="alert">
        {theirs.who ? fill(words.conflict, { who: theirs.who }) : words.conflictLive}
      </p>
      <div className={styles.choices}>
        {options.map(([who, pieces, text, choose]) => (
          <div key={text} className="panel">
            <p>
              <b className="small soft">{who}</b>
              <br />
              <Pieces pieces={pieces} as="ins" />
            </p>
            <Button onClick={choose}>{text}</Button>
          </div>
        ))}
      </div>
    </div>
  );
}
