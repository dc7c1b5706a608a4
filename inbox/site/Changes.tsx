import { useMutation } from '@tanstack/react-query';
import { textPath } from '#content/content.ts';
import { fill } from '#contract/fill.ts';
import type { SiteState } from '#contract/inbox.ts';
import { type Language, languageCodes, languages } from '#contract/languages.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { refetchSite } from '#inbox/queries.ts';
import { Problem, problemAt } from './Problem.tsx';
import styles from './Site.module.css';
import { shownValue } from './shown-value.ts';
import type { Draft } from './use-draft.ts';
import { usePublish } from './Versions.tsx';

export function Changes({ site, draft }: { site: SiteState; draft: Draft }) {
  const { words: allWords, language } = useLocale();
  const words = allWords.site;
  const labels: Record<string, Record<string, string>> = words.labels;
  const publish = usePublish(api.publishSite);
  const discard = useMutation({ mutationFn: api.discardDraft, onSettled: refetchSite });
  const changes = Object.entries(site.draft);
  if (changes.length === 0) return <p className="panel soft">{words.noChanges}</p>;
  const shown = (path: string, value = '') => shownValue(path, value, language, draft.valueAt);
  const nameOf = (path: string) => {
    const [part = '', name = ''] = path.split('.');
    return part === 'texts' ? languages[name as Language].name : labels[part]?.[name];
  };
  const hasProblem = changes.some(([path, { value }]) => problemAt(path, value));
  return (
    <Panel title={fill(words.changes, { count: changes.length })}>
      <ul className={styles.list}>
        {changes.map(([path, { value, who }]) => (
          <li key={path}>
            <p className="soft">
              {nameOf(path)} · {who}
            </p>
            <p>
              <del>{shown(path, site.values[path])}</del> <ins>{shown(path, value)}</ins>
            </p>
            <Problem path={path} value={value} />
            <OnlyIn path={path} site={site} />
          </li>
        ))}
      </ul>
      <p className="cluster">
        <Button
          look="primary"
          disabled={hasProblem || draft.isUnsaved || publish.isPending}
          onClick={() => publish.mutate()}
        >
          {publish.isPending ? words.publishing : words.publish}
        </Button>
        <Button
          look="quiet danger"
          disabled={discard.isPending || publish.isPending}
          onClick={() => discard.mutate()}
        >
          {words.discard}
        </Button>
      </p>
    </Panel>
  );
}

/** A text may be changed in some languages only, but that is seldom meant. */
function OnlyIn({ path, site }: { path: string; site: SiteState }) {
  const { site: words } = useWords();
  const [part, , ...key] = path.split('.');
  const changed = languageCodes.filter((code) => textPath(code, key.join('.')) in site.draft);
  if (part !== 'texts' || changed.length === languageCodes.length) return null;
  const names = changed.map((code) => languages[code].name).join(', ');
  return <p className="problem">{fill(words.onlyIn, { languages: names })}</p>;
}
