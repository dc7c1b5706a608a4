import { type FormEvent, useId, useState } from 'react';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail } from '../../contract/inbox.ts';
import { startOfTashkentDay, tashkentDate } from '../../contract/tashkent-time.ts';
import { api } from '../api.ts';
import { Icon } from '../components/Icon.tsx';
import { useMomentText } from '../components/Moment.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useNow } from '../language/use-now.ts';
import styles from './Reminder.module.css';
import { useChange } from './use-change.ts';

const morning = 9;
const evening = 18;

function timeOn(day: string, hour: number): string {
  const start = startOfTashkentDay(day)?.getTime() ?? Number.NaN;
  return new Date(start + hour * 3_600_000).toISOString();
}

/** When it is due the lead is sent once more, and stands first in the list. */
export function Reminder({ lead: { ref, remindAt } }: { lead: LeadDetail }) {
  const { lead: words } = useWords();
  const moment = useMomentText();
  const [open, setOpen] = useState(false);
  const change = useChange(
    ref,
    (at: string | null) => (at ? api.remind(ref, at) : api.dropReminder(ref)),
    () => setOpen(false),
  );
  const set = (at: string | null) => change.mutate(at);
  return (
    <div className={styles.reminder} role="group" aria-label={words.remind} aria-busy={change.isPending}>
      {remindAt ? (
        <>
          <p>
            <Icon name="clock" />
            {fill(words.reminderSet, { time: moment(remindAt) })}
          </p>
          <button
            type="button"
            className="button quiet"
            disabled={change.isPending}
            onClick={() => set(null)}
          >
            {words.reminderRemove}
          </button>
        </>
      ) : (
        <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="clock" />
          {words.remind}
        </button>
      )}
      {open && !remindAt && <Choices set={set} disabled={change.isPending} />}
    </div>
  );
}

function Choices({ set, disabled }: { set(at: string): void; disabled: boolean }) {
  const { lead: words } = useWords();
  const now = useNow();
  const id = useId();
  const inDays = (days: number) => tashkentDate(now, -days);
  const today = timeOn(inDays(0), evening);
  const times: [string, string][] = [
    ...(Date.parse(today) > now ? [[words.remindToday, today] as [string, string]] : []),
    [words.remindTomorrow, timeOn(inDays(1), morning)],
    [words.remindLater, timeOn(inDays(3), morning)],
  ];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    set(timeOn(String(new FormData(event.currentTarget).get('day')), morning));
  };
  return (
    <div className={styles.choices}>
      {times.map(([name, at]) => (
        <button key={name} type="button" className="button" disabled={disabled} onClick={() => set(at)}>
          {name}
        </button>
      ))}
      <form onSubmit={submit}>
        <label className="label" htmlFor={id}>
          {words.remindDay}
        </label>
        <input
          id={id}
          className="control"
          type="date"
          name="day"
          required
          min={inDays(1)}
          max={inDays(365)}
        />
        <button type="submit" className="button" disabled={disabled}>
          {words.remindSet}
        </button>
      </form>
    </div>
  );
}
