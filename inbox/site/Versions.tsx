import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { fill } from '#contract/fill.ts';
import type { SiteChange } from '#contract/inbox.ts';
import { languages } from '#contract/languages.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { keys } from '#inbox/queries.ts';
import { StateBar, Tabs, useOpening } from './bars.tsx';
import { Differences } from './Differences.tsx';
import type { Draft } from './draft.ts';
import { usePublish } from './Publish.tsx';
import { rowsOf } from './rows.ts';
import styles from './Site.module.css';
import { nameOf, shownValue } from './shown-value.ts';

const opened = { opened: true };
const shownChanges = 5;

export function Versions({ draft }: { draft: Draft }) {
  const { site: words } = useWords();
  const { versions, undo } = draft.site;
  const original = { number: 0, who: '', at: '', changes: [] };
  const live = versions[0]?.number ?? 0;
  return (
    <div className={styles.site}>
      <Tabs />
      <div className={styles.room}>
        <ul className={styles.rows}>
          {[...versions, original].map(({ number, who, at, changes }) => (
            <li key={number} className={`panel ${styles.version}`} data-live={number === live || undefined}>
              <h2>
                {versionName(number, words)}{' '}
                {number === live && <span className={`chip ${styles.green}`}>{words.live}</span>}
              </h2>
              <p className="small soft">
                {who} {at && <Moment at={at} />}
              </p>
              <Summary changes={changes} draft={draft} />
              <div className={`cluster ${styles.actions}`}>
                <Link className="button quiet" state={opened} href={`/site/versions/${number}`}>
                  {words.look}
                </Link>
                {number !== live && (
                  <Link className="button quiet" state={opened} href={`/site/versions?restore=${number}`}>
                    {words.restore}
                  </Link>
                )}
                {number === live && undo !== null && (
                  <Link className="button quiet" state={opened} href={`/site/versions?undo=${undo}`}>
                    {words.undo}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <StateBar draft={draft} />
      <Restore draft={draft} address="/site/versions" />
    </div>
  );
}

export const versionName = (number: number, words: { version: string; original: string }): string =>
  number === 0 ? words.original : fill(words.version, { number });

function Summary({ changes, draft: { liveAt } }: { changes: SiteChange[]; draft: Draft }) {
  const { words, language } = useLocale();
  const rows = rowsOf(changes.map(({ path }) => path));
  return (
    <ul className="small">
      {rows.slice(0, shownChanges).map(({ id, paths: [path = '', ...more] }) => {
        const codes = [path, ...more].map((path) => path.split('.')[1] as keyof typeof languages);
        const { before = '', after = '' } = changes.find((change) => change.path === path) ?? {};
        const shown = (value: string) => shownValue(path, value, language, liveAt);
        return (
          <li key={id}>
            {path.startsWith('texts.')
              ? `${nameOf(path, words, () => after)} (${codes.map((code) => languages[code].short).join(', ')})`
              : `${nameOf(path, words, liveAt)}: ${shown(before)} → ${shown(after)}`}
          </li>
        );
      })}
      {rows.length > shownChanges && <li>+ {rows.length - shownChanges}</li>}
    </ul>
  );
}

/** Asks before a version comes back, and shows what it would change. */
export function Restore({ draft, address }: { draft: Draft; address: string }) {
  const { site: words, ...all } = useWords();
  const { close } = useOpening();
  const search = new URLSearchParams(useSearch());
  const isUndo = search.has('undo');
  const number = search.get('restore') ?? search.get('undo');
  // A dialog that is removed closes once more.
  const stop = () => location.search !== '' && close(address);
  const live = draft.site.versions[0]?.number ?? 0;
  const restore = usePublish(() => api.restoreSite({ number: Number(number), live, undo: isUndo }), stop);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.site, 'changes', number],
    queryFn: () => api.siteChanges(Number(number)),
    enabled: number !== null,
    staleTime: 0,
  });
  if (number === null) return null;
  const version = versionName(Number(number), words);
  return (
    <Dialog
      title={isUndo ? words.undoTitle : words.restoreTitle}
      text={[
        version,
        data?.length === 0 ? words.same : fill(words.restoreText, { count: data?.length ?? '…' }),
      ]}
      details={
        <div className={styles.restored}>
          {!data && <LoadingOrError error={error} retry={refetch} />}
          {data &&
            rowsOf(data.map(({ path }) => path)).map(({ id, paths }) => (
              <section key={id}>
                <h3>{nameOf(paths[0] ?? '', { site: words, ...all }, draft.liveAt)}</h3>
                <Differences changes={data.filter(({ path }) => paths.includes(path))} draft={draft} />
              </section>
            ))}
        </div>
      }
      close={stop}
    >
      <Button data-harmless onClick={stop}>
        {words.no}
      </Button>
      <Button
        look="primary"
        disabled={!data || data.length === 0 || restore.isPending}
        onClick={() => restore.mutate(undefined)}
      >
        {restore.isPending ? words.publishing : words.yes}
      </Button>
    </Dialog>
  );
}
