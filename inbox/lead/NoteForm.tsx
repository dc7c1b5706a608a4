import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { fill } from '#contract/fill.ts';
import { type LeadDetail, noteLimit } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Lead.module.css';
import { draftOf, dropDraft, keepDraft } from './note-drafts.ts';
import { useChange } from './use-change.ts';

export function NoteForm({ lead: { ref } }: { lead: LeadDetail }) {
  const { lead: words } = useWords();
  const showToast = useToast();
  const id = useId();
  const [text, setText] = useState(() => draftOf(ref));
  // A note that is sent again after a lost answer is stored once.
  const key = useRef(crypto.randomUUID());
  const write = (next: string) => {
    key.current = crypto.randomUUID();
    setText(next);
    keepDraft(ref, next);
  };
  const add = useChange(
    ref,
    (text: string) => api.addNote(ref, { text, key: key.current }),
    () => {
      write('');
      dropDraft(ref);
      showToast('done', words.noteSaved);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const note = text.trim();
    if (!note || add.isPending) return;
    // `maxLength` would silently cut pasted text.
    if ([...note].length > noteLimit) showToast('problem', fill(words.noteTooLong, { limit: noteLimit }));
    else add.mutate(note);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {words.note}
      </label>
      <textarea
        id={id}
        className="control"
        placeholder={words.noteHint}
        required
        readOnly={add.isPending}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={add.isPending}>
        {words.addNote}
      </Button>
    </form>
  );
}
