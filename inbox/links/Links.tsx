import { type FormEvent, useId, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { fill } from '../../contract/fill.ts';
import type { Links as LinksAnswer } from '../../contract/inbox.ts';
import { linkName, linkNameLimit } from '../../contract/link-name.ts';
import { firstOfDays } from '../../contract/tashkent-time.ts';
import { Icon } from '../components/Icon.tsx';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import { useLinks } from '../queries.ts';
import { Results } from '../stats/Results.tsx';
import styles from './Links.module.css';
import { MadeLink } from './MadeLink.tsx';

/** A name becomes a link, its QR code, and a row that says what came of it. The chosen one stands in the address. */
export function Links() {
  const { links: words } = useWords();
  const { data, error, refetch } = useLinks();
  const chosen = linkName(new URLSearchParams(useSearch()).get('name') ?? '');
  useTitle(words.title);
  return (
    <div className="page">
      <header className={styles.head}>
        <Link className={styles.back} href="/stats">
          <Icon name="back" />
          {words.back}
        </Link>
        <h1>{words.title}</h1>
        <p className="soft">{words.intro}</p>
      </header>
      {/* The key: a name chosen from the table is written into the field. */}
      <NameForm key={chosen} chosen={chosen} base={data?.base ?? ''} />
      {data && chosen && <MadeLink key={chosen} name={chosen} answer={data} />}
      {data ? <Came answer={data} /> : error ? <NotRead error={error} again={refetch} /> : <Waiting />}
    </div>
  );
}

/** Tells what is wrong only when it is asked for the link: who is still typing is not wrong yet. */
function NameForm({ chosen, base }: { chosen: string | null; base: string }) {
  const { links: words } = useWords();
  const id = useId();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(chosen ?? '');
  const [refused, setRefused] = useState(false);
  const name = linkName(typed);
  const rule = fill(words.rule, { most: linkNameLimit });
  const wrong = refused && name === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(name === null);
    if (name !== null) navigate(`/links?name=${name}`);
    else document.getElementById(id)?.focus();
  };
  return (
    <form className={`panel ${styles.form}`} onSubmit={submit} noValidate>
      <label className="label" htmlFor={id}>
        {words.name}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className="control"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="reels12"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={wrong}
          aria-describedby={`${id}-${wrong ? 'wrong' : 'hint'}`}
        />
        <button type="submit" className="button primary">
          {words.make}
        </button>
      </div>
      <p id={`${id}-hint`} className="soft" hidden={wrong}>
        {name && name !== chosen ? <bdi>{base + name}</bdi> : rule}
      </p>
      <div id={`${id}-wrong`} role="alert">
        {wrong && <p className="problem">{fill(words.wrong, { rule })}</p>}
      </div>
    </form>
  );
}

function Came({ answer: { links, countedSince } }: { answer: LinksAnswer }) {
  const { links: words } = useWords();
  const since = firstOfDays(365, useNow());
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{words.came}</h2>
      <p className="soft">{links.length > 0 ? words.cameNote : words.none}</p>
      {links.length > 0 && (
        <Results
          labelledBy={id}
          heading={words.link}
          shows={{ visits: true, conversion: true }}
          rows={links.map(({ name, acts, visits, ...numbers }) => ({
            ...numbers,
            visits: countedSince === null ? null : visits,
            key: name,
            // What others have made up may hold letters that no link of ours has.
            name: linkName(name) === name ? <Link href={`/links?name=${name}`}>{name}</Link> : name,
            list: { campaign: name, since },
            note: countedSince === null ? '' : fill(words.acts, { count: acts }),
          }))}
        />
      )}
    </section>
  );
}
