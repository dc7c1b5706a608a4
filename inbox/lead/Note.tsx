import { useState } from 'react';
import type { LeadEvent } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Dialog } from '#inbox/components/Dialog.tsx';
import { hasDraft } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useSession } from '#inbox/queries.ts';
import styles from './History.module.css';
import { LinkedText } from './LinkedText.tsx';
import { NoteForm, noteKey } from './NoteForm.tsx';
import { useChange } from './use-change.ts';

type Props = { reference: string; note: Extract<LeadEvent, { kind: 'note' }> };

/** In the history. One's own can be corrected and removed. */
export function Note({ reference, note }: Props) {
  const { cancel, lead: words } = useWords();
  const isOwn = useSession().data?.me?.name === note.who;
  const [correcting, setCorrecting] = useState(() => hasDraft(noteKey(reference, note.id)));
  const [asked, setAsked] = useState(false);
  const remove = useChange<void>(reference, () => api.removeNote(reference, note.id));
  if (correcting) return <NoteForm reference={reference} note={note} close={() => setCorrecting(false)} />;
  return (
    <>
      <p className={styles.what}>
        <LinkedText>{note.text}</LinkedText>
      </p>
      {isOwn && (
        <p className={styles.own}>
          <Button look="quiet" onClick={() => setCorrecting(true)}>
            {words.correctNote}
          </Button>
          <Button look="quiet" onClick={() => setAsked(true)}>
            {words.removeNote}
          </Button>
        </p>
      )}
      {asked && (
        <Dialog title={words.removeNoteTitle} text={[note.text]} close={() => setAsked(false)}>
          <Button data-harmless onClick={() => setAsked(false)}>
            {cancel}
          </Button>
          <Button
            look="danger"
            disabled={remove.isPending}
            onClick={() => {
              setAsked(false);
              remove.mutate();
            }}
          >
            {words.removeNote}
          </Button>
        </Dialog>
      )}
    </>
  );
}
