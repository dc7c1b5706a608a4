import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { textPath } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import { ApiError, api, isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { refetchSite } from '#inbox/queries.ts';
import { useOpening } from './bars.tsx';
import { Card } from './Card.tsx';
import { Choice, Differences } from './Differences.tsx';
import { Problem, useDiscard } from './notes.tsx';
import { type Room, useRoom } from './room.ts';
import { changedRows, type Row, textPaths } from './rows.ts';
import styles from './Site.module.css';
import { nameOf } from './shown-value.ts';
import { change } from './typed-values.ts';

export function usePublish(publish: () => Promise<unknown>, done?: () => void) {
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

type ListedRow = ReturnType<typeof listed>[number];

/** What needs a choice first, what is wrong last. */
function listed(room: Room) {
  const { typed, liveAt, valueAt, problemAt } = room;
  const rows = changedRows(room).map((row) => {
    const isStuck = row.paths.some((path) => typed[path]?.theirs);
    const isWrong = !isStuck && row.paths.some((path) => problemAt(path) || typed[path]?.refused);
    const signature = JSON.stringify(row.paths.map((path) => [path, liveAt(path), valueAt(path)]));
    return { ...row, signature, isStuck, isWrong };
  });
  const place = ({ isStuck, isWrong }: (typeof rows)[number]) => Number(isWrong) - Number(isStuck);
  return rows.sort((a, b) => place(a) - place(b));
}

/** Exactly what is ticked is published: a row that changes meanwhile is no longer ticked. */
export function Publish() {
  const { site: words } = useWords();
  const { close } = useOpening();
  const room = useRoom();
  const { site, typed, unticked, valueAt } = room;
  const rows = listed(room);
  const [seen, setSeen] = useState(() => new Set(rows.map(({ signature }) => signature)));
  const isTicked = ({ signature, isStuck, isWrong }: ListedRow) =>
    !isStuck && !isWrong && seen.has(signature) && !unticked.has(signature);
  const tick = (signature: string, on: boolean) => {
    if (on) unticked.delete(signature);
    else unticked.add(signature);
    setSeen(new Set(seen).add(signature));
  };
  const chosen = rows.filter(isTicked);
  const paths = chosen.flatMap(({ paths }) => paths);
  const count = chosen.length;
  const [asking, setAsking] = useState(false);
  const discard = useDiscard();
  const publish = usePublish(() => {
    const values = Object.fromEntries(paths.map((path) => [path, valueAt(path)]));
    return api.publishSite({ live: site.versions[0]?.number ?? 0, values });
  });
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
        <ul className={styles.rows}>
          {rows.map((row) => (
            <ChangedRow
              key={row.id}
              {...row}
              isTicked={isTicked(row)}
              isFresh={!seen.has(row.signature)}
              tick={(on) => tick(row.signature, on)}
            />
          ))}
        </ul>
        <Discarded />
      </div>
      <div className={styles.state}>
        <div className={styles.what} role="status">
          <strong>{fill(words.ticked, { count })}</strong>
          {rows.length > count && <small>{fill(words.stay, { count: rows.length - count })}</small>}
        </div>
        <Button
          className={styles.onlyWide}
          look="quiet danger"
          disabled={count === 0 || discard.isPending}
          onClick={() => setAsking(true)}
        >
          {words.discardTicked}
        </Button>
        <Button
          look="primary"
          disabled={count === 0 || paths.some((path) => typed[path]) || publish.isPending}
          onClick={() => publish.mutate()}
        >
          {publish.isPending ? words.publishing : fill(words.publishCount, { count })}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={words.discardTitle}
          text={[fill(words.discardText, { count })]}
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

type RowProps = Row &
  Record<'isStuck' | 'isWrong' | 'isTicked' | 'isFresh', boolean> & { tick(on: boolean): void };

function ChangedRow({ paths, isStuck, isWrong, isTicked, isFresh, tick }: RowProps) {
  const { words: allWords, language } = useLocale();
  const { site: words } = allWords;
  const discard = useDiscard();
  const { site, typed, valueAt, liveAt } = useRoom();
  const [path = ''] = paths;
  const [part, , ...key] = path.split('.');
  const isText = part === 'texts';
  const name = nameOf(isText ? textPath(language, key.join('.')) : path, allWords, liveAt);
  const draftPath = paths.find((path) => site.draft[path]) ?? '';
  const changes = (isText ? textPaths(key.join('.')) : paths)
    .filter((path) => !typed[path]?.theirs)
    .map((path) => ({ path, before: liveAt(path), after: valueAt(path) }));
  const isUnsent = paths.some((path) => typed[path] && !typed[path].theirs);
  return (
    <Card
      title={
        <label>
          <input
            type="checkbox"
            checked={isTicked}
            disabled={isStuck || isWrong}
            onChange={({ currentTarget }) => tick(currentTarget.checked)}
          />
          {name}
        </label>
      }
      chip={isStuck ? words.choose : isWrong ? words.notOut : isFresh ? words.fresh : null}
      tone={isWrong ? 'bad' : isStuck || isFresh ? 'warn' : undefined}
      about={{ ...site.draft[draftPath], note: isUnsent && words.unsent }}
      actions={
        <>
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
        </>
      }
    >
      {paths.map((path) => (
        <Choice key={path} path={path} />
      ))}
      <Differences changes={changes} />
      {paths.map((path) => (
        <Problem key={path} path={path} />
      ))}
    </Card>
  );
}

/** What was discarded can be brought back for a day: it is typed again. */
function Discarded() {
  const allWords = useWords();
  const { site: words } = allWords;
  const { site, valueAt, liveAt } = useRoom();
  const discarded = site.discarded.filter(
    ({ path, value }) => path in site.values && valueAt(path) !== value,
  );
  if (discarded.length === 0) return null;
  return (
    <details>
      <summary>{fill(words.discarded, { count: discarded.length })}</summary>
      <ul className={styles.rows}>
        {discarded.map(({ path, value, who, at }) => (
          <Card
            key={`${path} ${at}`}
            title={nameOf(path, allWords, liveAt)}
            about={{ who, at }}
            actions={
              <Button look="quiet" onClick={() => change(path, value)}>
                {words.bringBack}
              </Button>
            }
          >
            <Differences changes={[{ path, before: liveAt(path), after: value }]} />
          </Card>
        ))}
      </ul>
    </details>
  );
}
