import { useId, useState } from 'react';
import { sourceName } from '#content/inbox/source-name.ts';
import { noneFilter } from '#contract/inbox.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { firstDayOfLast, tashkentDate } from '#contract/tashkent-time.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { SelectField } from '#inbox/components/SelectField.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import { useSession, useStats } from '#inbox/queries.ts';
import styles from './Filters.module.css';
import { filterNames, type ListQuery, useListQuery, withChange } from './list-url.ts';

export function Filters() {
  const words = useWords();
  const { query } = useListQuery();
  const id = useId();
  const [open, setOpen] = useState(false);
  const used = filterNames.filter((name) => query[name]).length;
  return (
    <>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} icon="filter">
        <span className="hidden-on-phone">{words.list.filters}</span>
        {used > 0 && <span className="badge">{used}</span>}
      </Button>
      <div id={id} className={styles.filters} hidden={!open}>
        {open && <Fields />}
      </div>
    </>
  );
}

function Fields() {
  const words = useWords();
  const { list: names } = words;
  const { query, setQuery } = useListQuery();
  const now = useNow();
  const { bySource = [], byCampaign = [] } = useStats(365).data ?? {};
  const set = (change: Partial<ListQuery>) => setQuery(withChange(query, change));
  const cleared = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  const me = useSession().data?.me?.name ?? undefined;
  const any = ['', names.any] as const;
  const periods = [
    [names.today, firstDayOfLast(1, now)],
    [names.week, firstDayOfLast(7, now)],
    [names.month, firstDayOfLast(30, now)],
  ] as const;
  return (
    <>
      <Button
        className={styles.whole}
        aria-pressed={query.by === me}
        onClick={() => set({ by: query.by === me ? undefined : me })}
      >
        {names.mine}
      </Button>
      <SelectField
        name={names.language}
        value={query.language ?? ''}
        choose={(language) => set({ language: language || undefined })}
        options={[any, ...languageCodes.map((code) => [code, languages[code].name] as const)]}
      />
      <SelectField
        name={names.source}
        value={query.source ?? ''}
        choose={(source) => set({ source: source || undefined })}
        options={[
          any,
          ...namesIn([...bySource.map(({ source }) => source ?? noneFilter), query.source]).map(
            (source) => [source, sourceName(source === noneFilter ? null : source, words)] as const,
          ),
        ]}
      />
      <SelectField
        name={names.campaign}
        value={query.campaign ?? ''}
        choose={(campaign) => set({ campaign: campaign || undefined })}
        options={[
          any,
          ...namesIn([...byCampaign.map(({ campaign }) => campaign ?? noneFilter), query.campaign]).map(
            (campaign) => [campaign, campaign === noneFilter ? names.noCampaign : campaign] as const,
          ),
        ]}
      />
      <div className={`cluster ${styles.periods} ${styles.whole}`} role="group" aria-label={names.days}>
        {periods.map(([name, since]) => (
          <Button
            key={name}
            aria-pressed={query.since === since && !query.until}
            onClick={() => set({ since, until: undefined })}
          >
            {name}
          </Button>
        ))}
      </div>
      {(['since', 'until'] as const).map((name) => (
        <Field key={name} name={names[name]} className={styles.half}>
          <input
            className="control"
            type="date"
            max={tashkentDate(now)}
            value={query[name] ?? ''}
            onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
          />
        </Field>
      ))}
      {filterNames.some((name) => query[name]) && (
        <Button look="quiet" className={styles.whole} onClick={() => set(cleared)}>
          {names.clear}
        </Button>
      )}
    </>
  );
}

const namesIn = (names: (string | undefined)[]): string[] =>
  [...new Set(names)].flatMap((name) => name ?? []).sort();
