import { useState } from 'react';
import type { SiteState } from '#contract/inbox.ts';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useSite } from '#inbox/queries.ts';
import { Changes } from './Changes.tsx';
import { Details } from './Details.tsx';
import { PageEditor } from './PageEditor.tsx';
import styles from './Site.module.css';
import { ToggleGroup } from './ToggleGroup.tsx';
import { useDraft } from './use-draft.ts';
import { Versions } from './Versions.tsx';

export function Site() {
  const { site: words } = useWords();
  const { data, error, refetch } = useSite();
  useTitle(words.title);
  if (!data) return <LoadingOrError error={error} retry={refetch} />;
  return (
    <div className={`page ${styles.site}`}>
      <h1>{words.title}</h1>
      {data.editable ? <SiteTabs site={data} /> : <p className="panel">{words.filesOnly}</p>}
    </div>
  );
}

type Tab = 'page' | 'details' | 'changes' | 'history';

function SiteTabs({ site }: { site: SiteState }) {
  const { site: words } = useWords();
  const draft = useDraft(site);
  const [tab, setTab] = useState<Tab>(() => (location.search === '?details' ? 'details' : 'page'));
  const [version, setVersion] = useState<number | null>(null);
  const count = Object.keys(site.draft).length;
  const showVersion = (number: number | null) => {
    setVersion(number);
    setTab('page');
  };
  return (
    <>
      <nav className="cluster" aria-label={words.title}>
        <ToggleGroup<Tab>
          options={[
            ['page', words.page],
            ['details', words.details],
            ['changes', `${words.publish} (${count})`],
            ['history', words.history],
          ]}
          chosen={tab}
          choose={setTab}
        />
        <span className="soft" role="status">
          {draft.isUnsaved ? words.saving : count > 0 && words.saved}
        </span>
      </nav>
      {tab === 'page' && (
        <PageEditor key={version} site={site} draft={draft} version={version} showVersion={showVersion} />
      )}
      {tab === 'details' && <Details draft={draft} />}
      {tab === 'changes' && <Changes site={site} draft={draft} />}
      {tab === 'history' && <Versions versions={site.versions} showVersion={showVersion} />}
    </>
  );
}
