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
  const add = useChange(
    lead.ref,
    (text: string) => api.addNote(lead.ref, text),
    // Also when the lead has been left meanwhile: who comes back would save it again. What was written on stays.
    (text) => {
      if (draftOf(lead.ref).trim() === text) dropDraft(lead.ref);
      if (field.current?.value.trim() === text) field.current.value = '';
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (text && !add.isPending) add.mutate(text);
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
