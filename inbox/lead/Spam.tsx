import { useEffect, useRef } from 'react';
import type { LeadDetail } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { StatusChip } from '#inbox/components/StatusChip.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useChange } from './use-change.ts';

type SetSpam = ReturnType<typeof useSetSpam>;

export const useSetSpam = ({ ref }: LeadDetail) => useChange(ref, (spam: boolean) => api.setSpam(ref, spam));

export function SpamNotice({ setSpam }: { setSpam: SetSpam }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone, so the focus moves to the one that undoes it.
  const markedHere = setSpam.data?.spam === true;
  useEffect(() => {
    if (markedHere) button.current?.focus();
  }, [markedHere]);
  return (
    <p className="cluster">
      <StatusChip status="spam" />
      <Button ref={button} disabled={setSpam.isPending} onClick={() => setSpam.mutate(false)} icon="check">
        {words.lead.notSpam}
      </Button>
    </p>
  );
}

export const MarkAsSpam = ({ setSpam }: { setSpam: SetSpam }) => (
  <Button look="quiet" disabled={setSpam.isPending} onClick={() => setSpam.mutate(true)} icon="spam">
    {useWords().lead.markSpam}
  </Button>
);
