import type { LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useChange } from './use-change.ts';

export function Spam({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const mark = useChange(lead.ref, (spam: boolean) => api.setSpam(lead.ref, spam));
  return (
    <button
      type="button"
      className="button quiet"
      disabled={mark.isPending}
      onClick={() => mark.mutate(!lead.spam)}
    >
      <Icon name={lead.spam ? 'check' : 'spam'} />
      {lead.spam ? words.lead.notSpam : words.lead.isSpam}
    </button>
  );
}
