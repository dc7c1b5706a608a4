import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react';
import { fill } from '#contract/fill.ts';
import { noteLimit } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useDraft } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './Lead.module.css';
import { useChange } from './use-change.ts';

type Props = { reference: string; note?: { id: number; text: string }; close?(): void };

export const noteKey = (ref: string, id: number | 'new') => `${ref}-note-${id}`;

/** A new note, or with `note` its correction. */
export function NoteForm({ reference: ref, note, close }: Props) {
  const { cancel, lead: words } = useWords();
  const showToast = useToast();
  const id = useId();
  const { draft, write, drop } = useDraft<{ text: string }>(noteKey(ref, note?.id ?? 'new'));
  const text = draft.text ?? note?.text ?? '';
  // A note that is sent again after a lost answer is stored once.
  const key = useRef(crypto.randomUUID());
  const leave = () => {
    drop();
    close?.();
  };
  const save = useChange(
    ref,
    (text: string) =>
      note ? api.correctNote(ref, note.id, text) : api.addNote(ref, { text, key: key.current }),
    () => {
      key.current = crypto.randomUUID();
      leave();
      showToast('done', words.noteSaved);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (!typed || save.isPending) return;
    // `maxLength` would silently cut pasted text.
    if ([...typed].length > noteLimit) showToast('problem', fill(words.noteTooLong, { limit: noteLimit }));
    else save.mutate(typed);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {note ? words.correctNote : words.note}
      </label>
      <textarea
        id={id}
        className="control"
        placeholder={words.noteHint}
        required
        readOnly={save.isPending}
        value={text}
        onChange={(event) => {
          key.current = crypto.randomUUID();
          write({ text: event.currentTarget.value });
        }}
        onKeyDown={onKeyDown}
      />
      <p className="cluster">
        <Button type="submit" disabled={save.isPending}>
          {words.addNote}
        </Button>
        {note && (
          <Button look="quiet" onClick={leave}>
            {cancel}
          </Button>
        )}
      </p>
    </form>
  );
}
