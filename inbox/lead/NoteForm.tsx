import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { fill } from '../../contract/fill.ts';
import { type LeadDetail, noteLimit } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useToast } from '../components/Toasts.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import styles from './NoteForm.module.css';
import { useChange } from './use-change.ts';

/** Sent once more because no answer came, it is the same note. By lead: who left it meanwhile may come back. */
const sent = new Map<string, { text: string; key: string }>();

export function NoteForm({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const showToast = useToast();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useChange(
    lead.ref,
    (note: { text: string; key: string }) => api.addNote(lead.ref, note),
    // What was written on meanwhile stays.
    ({ text }) => {
      sent.delete(lead.ref);
      if (draftOf(lead.ref).trim() === text) dropDraft(lead.ref);
    },
  );
  const saving = add.isPending;
  useEffect(() => {
    if (!saving && field.current) field.current.value = draftOf(lead.ref);
  }, [saving, lead.ref]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || saving) return;
    // Not `maxLength`, which would cut off what is pasted and say nothing.
    if ([...text].length > noteLimit) {
      showToast('problem', fill(words.lead.noteTooLong, { limit: noteLimit }));
      return;
    }
    const before = sent.get(lead.ref);
    const note = before?.text === text ? before : { text, key: crypto.randomUUID() };
    sent.set(lead.ref, note);
    add.mutate(note);
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
        defaultValue={draftOf(lead.ref)}
        onInput={(event) => keepDraft(lead.ref, event.currentTarget.value)}
        onKeyDown={byKeyboard}
      />
      <button type="submit" className="button" disabled={saving}>
        {words.lead.addNote}
      </button>
    </form>
  );
}
