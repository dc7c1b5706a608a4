import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { textPath } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import { dayMs } from '#contract/tashkent-time.ts';
import { ApiError, api, isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { Moment, useMomentText } from '#inbox/components/Moment.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { refetchSite } from '#inbox/queries.ts';
import { useOpening } from './bars.tsx';
import { Differences } from './Differences.tsx';
import type { Draft } from './draft.ts';
import { Choice, Problem, useDiscard } from './field-state.tsx';
import { changedRows, type Row, textPaths } from './rows.ts';
import styles from './Site.module.css';
import { nameOf } from './shown-value.ts';

export function usePublish<Input>(publish: (input: Input) => Promise<unknown>, done?: () => void) {
  const words = useWords();
  const { raced, failed, published } = words.site;
  const showToast = useToast();
  return useMutation({
    mutationFn: publish,
    onSuccess() {
      showToast('done', published);
      done?.();
    },
    onError(error) {
      const refusal = isApiError(error, 409) ? raced : failed;
      showToast('problem', error instanceof ApiError ? refusal : failureText(error, words));
    },
    onSettled: refetchSite,
  });
}

type Props = { draft: Draft; unticked: Set<string> };

/** Exactly what is ticked is published: a row that changes meanwhile is no longer ticked. */
export function Publish({ draft, unticked }: Props) {
  const { site: words } = useWords();
  const { close } = useOpening();
  const { site, typed, valueAt, liveAt } = draft;
  const signature = ({ paths }: Row) =>
    JSON.stringify(paths.map((path) => [path, liveAt(path), valueAt(path)]));
  const rows = changedRows(draft).map((row) => {
    const { paths } = row;
    const isStuck = paths.some((path) => typed[path]?.theirs);
    const isWrong = paths.some((path) => draft.problemAt(path) || typed[path]?.refused);
    return { ...row, signature: signature(row), isStuck, isWrong };
  });
  const [ticked, setTicked] = useState(
    () => new Set(rows.map(({ signature }) => signature).filter((signature) => !unticked.has(signature))),
  );
  const [seen, setSeen] = useState(() => new Set(rows.map(({ signature }) => signature)));
  const isTicked = (row: (typeof rows)[number]) => !row.isStuck && !row.isWrong && ticked.has(row.signature);
  const tick = (signature: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(signature);
    else next.delete(signature);
    if (on) unticked.delete(signature);
    else unticked.add(signature);
    setTicked(next);
    setSeen(new Set(seen).add(signature));
  };
  const chosen = rows.filter(isTicked);
  const paths = chosen.flatMap(({ paths }) => paths);
  const isWaiting = paths.some((path) => typed[path]);
  const [asking, setAsking] = useState(false);
  const discard = useDiscard(draft);
  const publish = usePublish(() => {
    const values = Object.fromEntries(paths.map((path) => [path, valueAt(path)]));
    return api.publishSite({ live: site.versions[0]?.number ?? 0, values });
  });
  const place = ({ isStuck, isWrong }: (typeof rows)[number]) => (isStuck ? 0 : isWrong ? 2 : 1);
  return (
    <div className={styles.site}>
      <div className={styles.bar}>
        <Button look="quiet" icon="back" onClick={() => close('/site')}>
          {words.page}
        </Button>
        <h1>{words.whatChanges}</h1>
      </div>
      <div className={styles.room}>
        {rows.length === 0 && <p className="panel soft">{words.noChanges}</p>}
        {rows.length > 0 && (
          <p className={`small soft ${styles.heads}`} aria-hidden="true">
            <span>{words.now}</span>
            <span>{words.then}</span>
          </p>
        )}
        <ul className={styles.rows}>
          {[...rows]
            .sort((a, b) => place(a) - place(b))
            .map((row) => (
              <ChangedRow
                key={row.id}
                {...row}
                draft={draft}
                isTicked={isTicked(row)}
                isFresh={!seen.has(row.signature)}
                tick={(on) => tick(row.signature, on)}
              />
            ))}
        </ul>
        <Discarded draft={draft} />
      </div>
      <div className={styles.state}>
        <div className={styles.what} role="status">
          <strong>{fill(words.ticked, { count: chosen.length })}</strong>
          {rows.length > chosen.length && (
            <small>{fill(words.stay, { count: rows.length - chosen.length })}</small>
          )}
        </div>
        <Button
          className={styles.onlyWide}
          look="quiet danger"
          disabled={chosen.length === 0 || discard.isPending}
          onClick={() => setAsking(true)}
        >
          {words.discardTicked}
        </Button>
        <Button
          look="primary"
          disabled={chosen.length === 0 || isWaiting || publish.isPending}
          onClick={() => publish.mutate(undefined)}
        >
          {publish.isPending ? words.publishing : fill(words.publishCount, { count: chosen.length })}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={words.discardTitle}
          text={[fill(words.discardText, { count: chosen.length })]}
          close={() => setAsking(false)}
        >
          <Button data-harmless onClick={() => setAsking(false)}>
            {words.no}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              setAsking(false);
              discard.mutate(paths);
            }}
          >
            {words.discardYes}
          </Button>
        </Dialog>
      )}
    </div>
  );
}

type RowProps = Row & {
  draft: Draft;
  isStuck: boolean;
  isWrong: boolean;
  isTicked: boolean;
  isFresh: boolean;
  tick(on: boolean): void;
};

function ChangedRow({ paths, draft, isStuck, isWrong, isTicked, isFresh, tick }: RowProps) {
  const { words: allWords, language } = useLocale();
  const { site: words } = allWords;
  const discard = useDiscard(draft);
  const { site, typed, valueAt, liveAt } = draft;
  const [path = ''] = paths;
  const [part, , ...key] = path.split('.');
  const isText = part === 'texts';
  const name = nameOf(isText ? textPath(language, key.join('.')) : path, allWords, liveAt);
  const { who, at } = paths.map((path) => site.draft[path]).find(Boolean) ?? {};
  const changes = (isText ? textPaths(key.join('.')) : paths)
    .filter((path) => !typed[path]?.theirs)
    .map((path) => ({ path, before: liveAt(path), after: valueAt(path) }));
  const chip = isStuck ? words.choose : isWrong ? words.notOut : isFresh ? words.fresh : null;
  const isUnsent = paths.some((path) => typed[path] && !typed[path].theirs);
  return (
    <li className={`panel ${styles.row}`} data-state={isStuck ? 'stuck' : isWrong ? 'wrong' : undefined}>
      <input
        type="checkbox"
        aria-label={name}
        checked={isTicked}
        disabled={isStuck || isWrong}
        onChange={({ currentTarget }) => tick(currentTarget.checked)}
      />
      <div>
        <h2>
          {name} {chip && <span className={`chip ${isWrong ? styles.red : styles.amber}`}>{chip}</span>}
        </h2>
        <p className="small soft">
          {who} {at && <Moment at={at} />} {isUnsent && words.unsent}
        </p>
      </div>
      <div className={styles.rowBody}>
        {paths.map((path) => (
          <Choice key={path} path={path} draft={draft} />
        ))}
        <Differences changes={changes} draft={draft} />
        {paths.map((path) => (
          <Problem key={path} path={path} draft={draft} />
        ))}
      </div>
      <div className={`cluster ${styles.actions}`}>
        <Link
          className="button quiet"
          state={{ opened: true }}
          href={isText ? `/site?text=${key.join('.')}` : `/site/prices#${path}`}
        >
          {isWrong ? words.fix : words.open}
        </Link>
        {!isStuck && (
          <Button look="quiet" disabled={discard.isPending} onClick={() => discard.mutate(paths)}>
            {words.undoThis}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What was discarded can be brought back for a day: it is typed again. */
function Discarded({ draft }: { draft: Draft }) {
  const allWords = useWords();
  const { site: words } = allWords;
  const moment = useMomentText();
  const { site, valueAt, liveAt } = draft;
  const discarded = site.discarded.filter(
    ({ path, value }) => path in site.values && valueAt(path) !== value,
  );
  if (discarded.length === 0) return null;
  return (
    <details>
      <summary>{fill(words.discarded, { count: discarded.length })}</summary>
      <ul className={styles.rows}>
        {discarded.map(({ path, value, who, at }) => (
          <li key={`${path} ${at}`} className={`panel ${styles.row}`}>
            <div>
              <h2>{nameOf(path, allWords, liveAt)}</h2>
              <p className="small soft">
                {who} · {fill(words.until, { time: moment(new Date(Date.parse(at) + dayMs).toISOString()) })}
              </p>
            </div>
            <div className={styles.rowBody}>
              <Differences changes={[{ path, before: liveAt(path), after: value }]} draft={draft} />
            </div>
            <Button look="quiet" onClick={() => draft.change(path, value)}>
              {words.bringBack}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
