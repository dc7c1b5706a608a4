import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import type { LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import styles from './NoteForm.module.css';
import { useChange } from './use-change.ts';

export function NoteForm({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // Sent once more because no answer came, it is the same note.
  const sent = useRef<{ text: string; key: string } | null>(null);
  const add = useChange(
    lead.ref,
    (note: { text: string; key: string }) => api.addNote(lead.ref, note),
    // Also when the lead has been left meanwhile: who comes back would save it again. What was written on stays.
    ({ text }) => {
      sent.current = null;
      if (draftOf(lead.ref).trim() === text) dropDraft(lead.ref);
      if (field.current?.value.trim() === text) field.current.value = '';
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || add.isPending) return;
    if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
    add.mutate(sent.current);
  };
  const byKeyboard = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {words.lead.note}
      </label>
      <textarea
        ref={field}
        id={id}
        className="control"
        placeholder={words.lead.noteHint}
        required
        maxLength={5000}
        defaultValue={draftOf(lead.ref)}
        onInput={(event) => keepDraft(lead.ref, event.currentTarget.value)}
        onKeyDown={byKeyboard}
      />
      <button type="submit" className="button" disabled={add.isPending}>
        {words.lead.addNote}
      </button>
    </form>
  );
}
