import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import type { LeadDetail } from '../../contract/inbox.ts';
import { api } from '../api.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import { keys, queryClient } from '../queries.ts';
import styles from './NoteForm.module.css';
import { useChange } from './use-change.ts';

/** What is written and not yet saved waits while one looks at other leads. */
export function NoteForm({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = keys.draft(lead.ref);
  const add = useChange(lead.ref, (text: string) => api.addNote(lead.ref, text));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || add.isPending) return;
    add.mutate(text, {
      // What was written on meanwhile stays.
      onSuccess() {
        if (field.current?.value.trim() !== text) return;
        field.current.value = '';
        queryClient.removeQueries({ queryKey: draft });
      },
    });
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
        defaultValue={queryClient.getQueryData<string>(draft)}
        onInput={(event) => queryClient.setQueryData(draft, event.currentTarget.value)}
        onKeyDown={byKeyboard}
      />
      <button type="submit" className="button" disabled={add.isPending}>
        {words.lead.addNote}
      </button>
    </form>
  );
}
