import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { fill } from '#contract/fill.ts';
import type { SiteChange } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { keys } from '#inbox/queries.ts';
import { StateBar, Tabs, useOpening } from './bars.tsx';
import { Card } from './Card.tsx';
import { Differences } from './Differences.tsx';
import { usePublish } from './Publish.tsx';
import { useRoom } from './room.ts';
import { rowsOf } from './rows.ts';
import styles from './Site.module.css';
import { nameOf, shownValue } from './shown-value.ts';

const shownChanges = 5;

export function Versions() {
  const { site: words } = useWords();
  const { versions, undo } = useRoom().site;
  const original = { number: 0, who: '', at: '', changes: [] };
  const live = versions[0]?.number ?? 0;
  const link = (to: string, text: string) => (
    <Link className="button quiet" state={{ opened: true }} href={`/site/versions${to}`}>
      {text}
    </Link>
  );
  return (
    <div className={styles.site}>
      <Tabs />
      <ul className={styles.room}>
        {[...versions, original].map(({ number, who, at, changes }) => (
          <Card
            key={number}
            title={versionName(number, words)}
            chip={number === live ? words.live : null}
            tone={number === live ? 'good' : undefined}
            about={{ who, at }}
            actions={
              <>
                {link(`/${number}`, words.look)}
                {number !== live && link(`?restore=${number}`, words.restore)}
                {number === live && undo !== null && link('?undo', words.undo)}
              </>
            }
          >
            <Summary changes={changes} />
          </Card>
        ))}
      </ul>
      <StateBar />
      <Restore address="/site/versions" />
    </div>
  );
}

export const versionName = (number: number, words: { version: string; original: string }): string =>
  number === 0 ? words.original : fill(words.version, { number });

function Summary({ changes }: { changes: SiteChange[] }) {
  const { words, language } = useLocale();
  return (
    <ul className="small">
      {changes.slice(0, shownChanges).map(({ path, before, after }) => {
        const shown = (value: string) => shownValue(path, value, language, () => '');
        const values = path.startsWith('texts.') ? '' : `: ${shown(before)} → ${shown(after)}`;
        return <li key={path}>{nameOf(path, words, () => after) + values}</li>;
      })}
      {changes.length > shownChanges && <li>+ {changes.length - shownChanges}</li>}
    </ul>
  );
}

/** Asks before a version comes back, and shows what it would change. */
export function Restore({ address }: { address: string }) {
  const all = useWords();
  const { site: words } = all;
  const { site, liveAt } = useRoom();
  const { close } = useOpening();
  const search = new URLSearchParams(useSearch());
  const undo = search.has('undo');
  const asked = search.get('restore');
  const number = asked === null ? site.undo : Number(asked);
  // A dialog that is removed closes once more.
  const stop = () => location.search !== '' && close(address);
  const live = site.versions[0]?.number ?? 0;
  const restore = usePublish(() => api.restoreSite({ number: number ?? 0, live, undo }), stop);
  const isAsked = number !== null && (undo || asked !== null);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.site, 'changes', number],
    queryFn: () => api.siteChanges(number ?? 0),
    enabled: isAsked,
    staleTime: 0,
  });
  if (!isAsked) return null;
  const count = data?.length ?? '…';
  return (
    <Dialog
      title={undo ? words.undoTitle : words.restoreTitle}
      text={[versionName(number, words), count === 0 ? words.same : fill(words.restoreText, { count })]}
      details={
        <div className={styles.restored}>
          {!data && <LoadingOrError error={error} retry={refetch} />}
          {rowsOf(data?.map(({ path }) => path) ?? []).map(({ id, paths }) => (
            <section key={id}>
              <h3>{nameOf(paths[0] ?? '', all, liveAt)}</h3>
              <Differences changes={data?.filter(({ path }) => paths.includes(path)) ?? []} />
            </section>
          ))}
        </div>
      }
      close={stop}
    >
      <Button data-harmless onClick={stop}>
        {words.no}
      </Button>
      <Button look="primary" disabled={!data?.length || restore.isPending} onClick={() => restore.mutate()}>
        {restore.isPending ? words.publishing : words.yes}
      </Button>
    </Dialog>
  );
}
