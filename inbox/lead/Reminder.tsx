import { type FormEvent, useState } from 'react';
import { fill } from '#contract/fill.ts';
import type { LeadDetail } from '#contract/inbox.ts';
import { startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { useMomentText } from '#inbox/components/Moment.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useKeptFocus } from '#inbox/components/use-kept-focus.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import styles from './Lead.module.css';
import { useChange } from './use-change.ts';

const morning = 9;
const evening = 18;

function timeOn(day: string, hour: number): string {
  const start = startOfTashkentDay(day)?.getTime() ?? Number.NaN;
  return new Date(start + hour * 3_600_000).toISOString();
}

export function Reminder({ lead: { ref, remindAt } }: { lead: LeadDetail }) {
  const { lead: words } = useWords();
  const moment = useMomentText();
  const showToast = useToast();
  const group = useKeptFocus();
  const [open, setOpen] = useState(false);
  const change = useChange(
    ref,
    (at: string | null) => (at ? api.remind(ref, at) : api.dropReminder(ref)),
    (at) => {
      setOpen(false);
      showToast('done', at ? fill(words.reminderSet, { time: moment(at) }) : words.reminderRemoved);
    },
  );
  const set = (at: string | null) => change.mutate(at);
  return (
    <div ref={group} className="cluster" role="group" aria-label={words.remind} aria-busy={change.isPending}>
      {remindAt ? (
        <>
          <p className="cluster">
            <Icon name="clock" />
            {fill(words.reminderSet, { time: moment(remindAt) })}
          </p>
          <Button look="quiet" disabled={change.isPending} onClick={() => set(null)}>
            {words.reminderRemove}
          </Button>
        </>
      ) : (
        <Button aria-expanded={open} onClick={() => setOpen(!open)} icon="clock">
          {words.remind}
        </Button>
      )}
      {open && !remindAt && <Choices set={set} disabled={change.isPending} />}
    </div>
  );
}

function Choices({ set, disabled }: { set(at: string): void; disabled: boolean }) {
  const { lead: words } = useWords();
  const now = useNow();
  const inDays = (days: number) => tashkentDate(now, -days);
  const times = [
    { name: words.remindToday, at: timeOn(inDays(0), evening) },
    { name: words.remindTomorrow, at: timeOn(inDays(1), morning) },
    { name: words.remindLater, at: timeOn(inDays(3), morning) },
  ].filter(({ at }) => Date.parse(at) > now);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set(timeOn(String(new FormData(event.currentTarget).get('day')), morning));
  };
  return (
    <div className={`cluster ${styles.choices}`}>
      {times.map(({ name, at }) => (
        <Button key={name} disabled={disabled} onClick={() => set(at)}>
          {name}
        </Button>
      ))}
      <form className={`cluster ${styles.day}`} onSubmit={submit}>
        <Field name={words.remindDay}>
          <input className="control" type="date" name="day" required min={inDays(1)} max={inDays(365)} />
        </Field>
        <Button type="submit" disabled={disabled}>
          {words.remindSet}
        </Button>
      </form>
    </div>
  );
}
