import { Redirect, useLocation } from 'wouter';
import type { SiteState } from '#contract/inbox.ts';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useSite } from '#inbox/queries.ts';
import { OldVersion } from './OldVersion.tsx';
import { Page } from './Page.tsx';
import { Prices } from './Prices.tsx';
import { Publish } from './Publish.tsx';
import { RoomContext, useNewRoom } from './room.ts';
import { Versions } from './Versions.tsx';

export function Site() {
  const { site: words } = useWords();
  const { data, error, refetch } = useSite();
  useTitle(words.title);
  if (!data) return <LoadingOrError error={error} retry={refetch} />;
  if (data.editable) return <Editor site={data} />;
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="panel">{words.filesOnly}</p>
    </div>
  );
}

const Editor = ({ site }: { site: SiteState }) => (
  <RoomContext value={useNewRoom(site)}>
    <Tab />
  </RoomContext>
);

function Tab() {
  const [, , tab, number] = useLocation()[0].split('/');
  if (tab === undefined) return <Page />;
  if (tab === 'prices') return <Prices />;
  if (tab === 'publish') return <Publish />;
  if (tab !== 'versions') return <Redirect to="/site" replace />;
  return number === undefined ? <Versions /> : <OldVersion number={Number(number)} />;
}
