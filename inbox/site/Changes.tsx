import { useMutation } from '@tanstack/react-query';
import { textPath } from '../../content/content.ts';
import { fill } from '../../contract/fill.ts';
import type { SiteState } from '../../contract/inbox.ts';
import { languageCodes, languages } from '../../contract/languages.ts';
import { api } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { siteChanged } from '../queries.ts';
import { Problem, problemAt } from './Problem.tsx';
import styles from './Site.module.css';
import type { Draft } from './use-draft.ts';
import { usePublish } from './use-publish.ts';

/** What visitors see now and would see then. Nothing with a problem is published. */
export function Changes({ site, draft }: { site: SiteState; draft: Draft }) {
  const { site: words } = useWords();
  const publish = usePublish(api.publishSite);
  const discard = useMutation({ mutationFn: api.discardDraft, onSettled: siteChanged });
  const changes = Object.entries(site.draft);
  if (changes.length === 0) return <p className="panel soft">{words.noChanges}</p>;
  const hasProblem = changes.some(([path, { value }]) => problemAt(path, value));
  return (
    <section className="panel">
      <h2>{fill(words.changes, { count: changes.length })}</h2>
      <ul className={styles.list}>
        {changes.map(([path, { value, who }]) => (
          <li key={path}>
            <p className="soft">
              {path.startsWith('texts.') && languages[path.split('.')[1] as 'uz'].name} {who}
            </p>
            <p>
              <del>{site.values[path]}</del> <ins>{value}</ins>
            </p>
            <Problem path={path} value={value} />
            <MissingLanguages path={path} site={site} />
          </li>
        ))}
      </ul>
      <p className={styles.tools}>
        <button
          type="button"
          className="button primary"
          disabled={hasProblem || draft.isSaving || publish.isPending}
          onClick={() => publish.mutate()}
        >
          {publish.isPending ? words.publishing : words.publish}
        </button>
        <button
          type="button"
          className="button quiet danger"
          disabled={discard.isPending || publish.isPending}
          onClick={() => discard.mutate()}
        >
          {words.discard}
        </button>
      </p>
    </section>
  );
}

/** A text that was changed in some languages only: allowed, but seldom meant. */
function MissingLanguages({ path, site }: { path: string; site: SiteState }) {
  const { site: words } = useWords();
  const [part, , ...key] = path.split('.');
  const changed = languageCodes.filter((code) => textPath(code, key.join('.')) in site.draft);
  if (part !== 'texts' || changed.length === languageCodes.length) return null;
  const names = changed.map((code) => languages[code].name).join(', ');
  return <p className="problem">{fill(words.onlyIn, { languages: names })}</p>;
}
