import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { fill } from '#contract/fill.ts';
import type { Links as LinksAnswer } from '#contract/inbox.ts';
import { linkName, linkNameLimit } from '#contract/link-name.ts';
import { firstDayOfLast } from '#contract/tashkent-time.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import { failureText } from '#inbox/language/words.ts';
import { keys, queryClient, useLinks } from '#inbox/queries.ts';
import { Results } from '#inbox/stats/Results.tsx';
import styles from './Links.module.css';
import { MadeLink } from './MadeLink.tsx';

export function Links() {
  const { links: words } = useWords();
  const { data, error, refetch } = useLinks();
  const chosen = linkName(new URLSearchParams(useSearch()).get('name') ?? '');
  useTitle(words.title);
  return (
    <div className="page">
      <header className={styles.head}>
        <Link className="text-link back" href="/stats">
          <Icon name="back" />
          {words.back}
        </Link>
        <h1>{words.title}</h1>
        <p className="soft">{words.intro}</p>
      </header>
      <NameForm chosen={chosen} base={data?.base ?? ''} />
      {data && chosen && <MadeLink key={chosen} name={chosen} answer={data} />}
      {data ? <LinkResults answer={data} /> : <LoadingOrError error={error} retry={refetch} />}
    </div>
  );
}

function NameForm({ chosen, base }: { chosen: string | null; base: string }) {
  const allWords = useWords();
  const { links: words } = allWords;
  const showToast = useToast();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(chosen ?? '');
  const [refused, setRefused] = useState(false);
  const [shown, setShown] = useState(chosen);
  // Another name was chosen in the table.
  if (chosen !== shown) {
    setShown(chosen);
    setTyped(chosen ?? '');
    setRefused(false);
  }
  const name = linkName(typed);
  const rule = fill(words.rule, { max: linkNameLimit });
  const wrong = refused && name === null;
  const make = useMutation({
    mutationFn: api.makeLink,
    onSuccess(_, made) {
      showToast('done', words.made);
      void queryClient.invalidateQueries({ queryKey: keys.links });
      navigate(`/links?name=${made}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(name === null);
    if (name === null) field.current?.focus();
    else if (!make.isPending) make.mutate(name);
  };
  return (
    <form className={`panel ${styles.form}`} onSubmit={submit} noValidate>
      <div className={`cluster ${styles.row}`}>
        <Field name={words.name}>
          <input
            ref={field}
            className="control"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder="reels12"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={wrong}
            aria-describedby={id}
          />
        </Field>
        <Button type="submit" look="primary">
          {words.make}
        </Button>
      </div>
      <div id={id} className="small">
        <div role="alert">
          {wrong && <p className="problem">{fill(words.wrong, { rule })}</p>}
          {make.error && <p className="problem">{failureText(make.error, allWords)}</p>}
        </div>
        {!wrong && <p className="soft">{name && name !== chosen ? <bdi>{base + name}</bdi> : rule}</p>}
      </div>
    </form>
  );
}

function LinkResults({ answer: { links, countedSince } }: { answer: LinksAnswer }) {
  const { links: words } = useWords();
  const since = firstDayOfLast(365, useNow());
  return (
    <Panel title={words.results}>
      <p className="soft">{links.length > 0 ? words.resultsNote : words.none}</p>
      {links.length > 0 && (
        <Results
          title={words.results}
          heading={words.link}
          shows={{ visits: countedSince !== null, conversion: true }}
          rows={links.map(({ name, clicks, visits, leads, clients }) => ({
            key: name,
            visits,
            leads,
            clients,
            query: { campaign: name, since },
            // Visitors can make up names that a link cannot have.
            name: linkName(name) === name ? <Link href={`/links?name=${name}`}>{name}</Link> : name,
            note: countedSince === null ? '' : fill(words.clicks, { count: clicks }),
          }))}
        />
      )}
    </Panel>
  );
}
