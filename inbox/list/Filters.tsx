import { useId, useState } from 'react';
import { sourceName } from '../../content/inbox/source-name.ts';
import { noName } from '../../contract/inbox.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { firstOfDays, tashkentDate } from '../../contract/tashkent-time.ts';
import { Icon } from '../components/Icon.tsx';
import { useLocale } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import { useStats } from '../queries.ts';
import { changed, daySpans, filterNames, type ListQuery } from './address.ts';
import styles from './Filters.module.css';
import { useListQuery } from './use-list-query.ts';

export function Filters() {
  const { words } = useLocale();
  const { query } = useListQuery();
  const id = useId();
  const [open, setOpen] = useState(false);
  const used = filterNames.filter((name) => query[name]).length;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="filter" />
        <span className="roomy">{words.list.filters}</span>
        {used > 0 && <span className={styles.used}>{used}</span>}
      </button>
      <div id={id} className={styles.filters} hidden={!open}>
        {open && <Fields />}
      </div>
    </>
  );
}

function Fields() {
  const { words } = useLocale();
  const { query, list } = useListQuery();
  const id = useId();
  const set = (change: Partial<ListQuery>) => list(changed(query, change));
  const cleared = Object.fromEntries(['days', ...filterNames].map((name) => [name, undefined]));
  return (
    <>
      <div className="field">
        <label className="label" htmlFor={`${id}-language`}>
          {words.list.language}
        </label>
        <select
          id={`${id}-language`}
          className="control"
          value={query.language ?? ''}
          onChange={(event) => set({ language: languageCodes.find((code) => code === event.target.value) })}
        >
          <option value="">{words.list.any}</option>
          {languageCodes.map((code) => (
            <option key={code} value={code}>
              {languages[code].name}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="label" htmlFor={`${id}-source`}>
          {words.list.source}
        </label>
        <Names of="source" id={`${id}-source`} chosen={query.source} choose={(source) => set({ source })} />
      </div>
      <div className="field">
        <label className="label" htmlFor={`${id}-campaign`}>
          {words.list.campaign}
        </label>
        <Names
          of="campaign"
          id={`${id}-campaign`}
          chosen={query.campaign}
          choose={(campaign) => set({ campaign })}
        />
      </div>
      <Days query={query} set={set} />
      <button type="button" className={`button quiet ${styles.clear}`} onClick={() => set(cleared)}>
        {words.list.clear}
      </button>
    </>
  );
}

/** Those of the last year; and the one in the address, however old it is. */
function Names(props: {
  of: 'source' | 'campaign';
  id: string;
  chosen?: string | undefined;
  choose(name?: string): void;
}) {
  const { words } = useLocale();
  const { data } = useStats(365);
  const known =
    props.of === 'source'
      ? data?.bySource.flatMap(({ source }) => source ?? [])
      : data?.byPost.flatMap(({ campaign }) => campaign ?? []);
  const names = [...new Set([...(known ?? []), ...(props.chosen ? [props.chosen] : [])])].sort();
  const text = (name: string) => {
    if (props.of === 'campaign') return name === noName ? words.list.noCampaign : name;
    return sourceName(name === noName ? null : name, words);
  };
  return (
    <select
      id={props.id}
      className="control"
      value={props.chosen ?? ''}
      onChange={(event) => props.choose(event.target.value || undefined)}
    >
      <option value="">{words.list.any}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {text(name)}
        </option>
      ))}
    </select>
  );
}

function Days({ query, set }: { query: ListQuery; set(change: Partial<ListQuery>): void }) {
  const { words } = useLocale();
  const now = useNow();
  const id = useId();
  const today = tashkentDate(now);
  const names = { 1: words.list.today, 7: words.list.week, 30: words.list.month };
  return (
    <>
      <div className={styles.spans} role="group" aria-label={words.list.days}>
        {daySpans.map((days) => (
          <button
            key={days}
            type="button"
            className="button"
            aria-pressed={query.days === days}
            onClick={() => set({ days, since: firstOfDays(days, now), until: undefined })}
          >
            {names[days]}
          </button>
        ))}
      </div>
      {(['since', 'until'] as const).map((name) => (
        <div key={name} className={`field ${styles.day}`}>
          <label className="label" htmlFor={`${id}-${name}`}>
            {words.list[name]}
          </label>
          <input
            id={`${id}-${name}`}
            className="control"
            type="date"
            max={today}
            value={query[name] ?? ''}
            onChange={(event) => set({ days: undefined, [name]: event.target.value || undefined })}
          />
        </div>
      ))}
    </>
  );
}
