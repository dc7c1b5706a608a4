import { fill } from '#contract/fill.ts';
import type { Correction as Corrected, LeadDetail } from '#contract/inbox.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useDraft } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { type Person, type PersonField, PersonForm, personFields } from './PersonForm.tsx';
import { useChange } from './use-change.ts';

/** `was`: what the lead said when the person began to type. */
type Typed = { text: string; was: string };

export const correctionKey = (ref: string) => `${ref}-correction`;

export function Correction({ lead, close }: { lead: LeadDetail; close(): void }) {
  const words = useWords();
  const showToast = useToast();
  const { draft, write, drop } = useDraft<Record<PersonField, Typed | undefined>>(correctionKey(lead.ref));
  const present = (field: PersonField) => lead[field] ?? '';
  const values = Object.fromEntries(
    personFields.map((field) => [field, draft[field]?.text ?? present(field)]),
  ) as Person;
  const leave = () => {
    drop();
    close();
  };
  const correct = useChange(
    lead.ref,
    (corrections: Corrected[]) => api.correct(lead.ref, corrections),
    () => {
      leave();
      showToast('done', words.lead.saved);
    },
  );
  const save = () => {
    const changed = personFields.filter((field) => values[field].trim() !== present(field));
    const to = (field: PersonField) => values[field].trim() || null;
    if (changed.length === 0) leave();
    else if (!correct.isPending)
      correct.mutate(changed.map((field) => ({ field, from: lead[field], to: to(field) })));
  };
  const theirs = (field: PersonField) => {
    const { was, text } = draft[field] ?? {};
    if (was === undefined || was === present(field) || text === present(field)) return null;
    const who = lead.events.findLast(
      (event) => event.kind === 'corrected' && event.corrections.some((each) => each.field === field),
    )?.who;
    return (
      <p role="alert" className="cluster problem">
        {fill(words.lead.correctedMeanwhile, { who: who ?? '', text: present(field) || '–' })}
        <Button onClick={() => write({ [field]: undefined })}>{words.lead.takeTheirs}</Button>
      </p>
    );
  };
  return (
    <PersonForm
      values={values}
      write={(field, text) => write({ [field]: { was: present(field), ...draft[field], text } })}
      missing={(field) => field !== 'email' && present(field) !== '' && words.lead.fillIn}
      below={theirs}
      save={save}
    >
      <p className="cluster">
        <Button type="submit" look="primary" disabled={correct.isPending}>
          {words.lead.save}
        </Button>
        <Button onClick={leave}>{words.cancel}</Button>
      </p>
    </PersonForm>
  );
}
