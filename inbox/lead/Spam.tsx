import { useEffect, useRef } from 'react';
import type { LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { StatusChip } from '../components/StatusChip.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Spam.module.css';
import { useChange } from './use-change.ts';

type Mark = ReturnType<typeof useSpam>;

export const useSpam = ({ ref }: LeadDetail) => useChange(ref, (spam: boolean) => api.setSpam(ref, spam));

/** Beside the lead's name, with the way back. */
export function TakenForSpam({ mark }: { mark: Mark }) {
  const words = useWords();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed stood at the foot of the page and is gone: what it did is shown up here.
  const markedHere = mark.data?.spam === true;
  useEffect(() => {
    if (markedHere) button.current?.focus();
  }, [markedHere]);
  return (
    <p className={styles.spam}>
      <StatusChip status="spam" />
      <button
        ref={button}
        type="button"
        className="button"
        disabled={mark.isPending}
        onClick={() => mark.mutate(false)}
      >
        <Icon name="check" />
        {words.lead.notSpam}
      </button>
    </p>
  );
}

export const IsSpam = ({ mark }: { mark: Mark }) => (
  <button type="button" className="button quiet" disabled={mark.isPending} onClick={() => mark.mutate(true)}>
    <Icon name="spam" />
    {useWords().lead.isSpam}
  </button>
);
