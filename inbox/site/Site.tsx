import { useState } from 'react';
import type { SiteState } from '../../contract/inbox.ts';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useSite } from '../queries.ts';
import { Changes } from './Changes.tsx';
import { Details } from './Details.tsx';
import { Page } from './Page.tsx';
import styles from './Site.module.css';
import { useDraft } from './use-draft.ts';
import { Versions } from './Versions.tsx';

/** The owner changes the page: on the page itself, and numbers, dates and links in a form. */
export function Site() {
  const { site: words } = useWords();
  const { data, error, refetch } = useSite();
  useTitle(words.title);
  if (!data) return error ? <NotRead error={error} again={refetch} /> : <Waiting />;
  return (
    <div className={`page ${styles.site}`}>
      <h1>{words.title}</h1>
      {data.editable ? <Editor site={data} /> : <p className="panel">{words.filesOnly}</p>}
    </div>
  );
}

const tabs = ['page', 'details', 'changes', 'history'] as const;

function Editor({ site }: { site: SiteState }) {
  const { site: words } = useWords();
  const draft = useDraft(site);
  const [tab, setTab] = useState<(typeof tabs)[number]>('page');
  /** An earlier version to look at. */
  const [version, setVersion] = useState<number | null>(null);
  const count = Object.keys(site.draft).length;
  const look = (number: number | null) => {
    setVersion(number);
    setTab('page');
  };
  return (
    <>
      <nav className={styles.tabs} aria-label={words.title}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={tab === name}
            onClick={() => setTab(name)}
          >
            {name === 'changes' ? `${words.publish} (${count})` : words[name]}
          </button>
        ))}
        <span className="soft" role="status">
          {draft.isSaving ? words.saving : count > 0 && words.saved}
        </span>
      </nav>
      {tab === 'page' && <Page key={version} site={site} draft={draft} version={version} look={look} />}
      {tab === 'details' && <Details draft={draft} />}
      {tab === 'changes' && <Changes site={site} draft={draft} />}
      {tab === 'history' && <Versions versions={site.versions} look={look} />}
    </>
  );
}
