import { useEffect, useRef } from 'react';
import type { LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useChange } from './use-change.ts';

type Mark = ReturnType<typeof useSpam>;

export const useSpam = ({ ref }: LeadDetail) => useChange(ref, (spam: boolean) => api.setSpam(ref, spam));

export function SpamNotice({ mark }: { mark: Mark }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button at the foot of the page is gone; its effect is shown here.
  const markedHere = mark.data?.spam === true;
  useEffect(() => {
    if (markedHere) button.current?.focus();
  }, [markedHere]);
  return (
    <p className="cluster">
      <StatusChip status="spam" />
      <Button ref={button} disabled={mark.isPending} onClick={() => mark.mutate(false)} icon="check">
        {words.lead.notSpam}
      </Button>
    </p>
  );
}

export const MarkAsSpam = ({ mark }: { mark: Mark }) => (
  <Button look="quiet" disabled={mark.isPending} onClick={() => mark.mutate(true)} icon="spam">
    {useWords().lead.markSpam}
  </Button>
);
