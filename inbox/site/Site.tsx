import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { SiteState } from '#contract/inbox.ts';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useLocale, useWords } from '#inbox/language/LanguageProvider.tsx';
import { useSite } from '#inbox/queries.ts';
import { useDraft } from './draft.ts';
import { OldVersion } from './OldVersion.tsx';
import { Page } from './Page.tsx';
import { Prices } from './Prices.tsx';
import { Publish } from './Publish.tsx';
import { Versions } from './Versions.tsx';
import { wideScreen } from './ViewChoice.tsx';

export function Site() {
  const { site: words } = useWords();
  const { data, error, refetch } = useSite();
  useTitle(words.title);
  if (!data) return <LoadingOrError error={error} retry={refetch} />;
  if (data.editable) return <Room site={data} />;
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="panel">{words.filesOnly}</p>
    </div>
  );
}

function Room({ site }: { site: SiteState }) {
  const { language } = useLocale();
  const draft = useDraft(site);
  const [view, setView] = useState({ language, wide: wideScreen() });
  // Kept while this person looks at other pages.
  const [unticked] = useState(() => new Set<string>());
  const [, , tab, number] = useLocation()[0].split('/');
  if (tab === undefined) return <Page draft={draft} view={view} setView={setView} />;
  if (tab === 'prices') return <Prices draft={draft} />;
  if (tab === 'publish') return <Publish draft={draft} unticked={unticked} />;
  if (tab !== 'versions') return <Redirect to="/site" replace />;
  if (number === undefined) return <Versions draft={draft} />;
  return <OldVersion draft={draft} number={Number(number)} view={view} setView={setView} />;
}
