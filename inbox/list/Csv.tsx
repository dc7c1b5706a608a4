import { csvAddress } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { useSpeech } from '../language/LanguageProvider.tsx';
import { useListQuery } from './use-list-query.ts';

/** A file of what is listed, all pages of it. */
export function Csv() {
  const { language, words } = useSpeech();
  const { query } = useListQuery();
  return (
    <a className="button" href={csvAddress(query, language)} download title={words.list.csv}>
      <Icon name="download" />
      <span className="visually-hidden">{words.list.csv}</span>
    </a>
  );
}
