import { type FormEvent, useState } from 'react';
import { fill } from '#contract/fill.ts';
import type { LeadDetail } from '#contract/inbox.ts';
import { minuteMs, startOfTashkentDay, tashkentDate, tashkentMinute } from '#contract/tashkent-time.ts';
import { api } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Field } from '#inbox/components/Field.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { useMomentText } from '#inbox/components/Moment.tsx';
import { SelectField } from '#inbox/components/SelectField.tsx';
import { useToast } from '#inbox/components/Toasts.tsx';
import { useKeptFocus } from '#inbox/components/use-kept-focus.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useNow } from '#inbox/language/use-now.ts';
import styles from './Lead.module.css';
import { useChange } from './use-change.ts';

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
  return (
    <div
      ref={group}
      className={styles.reminder}
      role="group"
      aria-label={words.remind}
      aria-busy={change.isPending}
    >
      <div className="cluster">
        {remindAt && (
          <p className="cluster">
            <Icon name="clock" />
            {fill(words.reminderSet, { time: moment(remindAt) })}
          </p>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)} {...(!remindAt && { icon: 'clock' })}>
          {remindAt ? words.reminderChange : words.remind}
        </Button>
        {remindAt && (
          <Button look="quiet" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {words.reminderRemove}
          </Button>
        )}
      </div>
      {open && <TimeForm present={remindAt} set={change.mutate} disabled={change.isPending} />}
    </div>
  );
}

const [morning, evening] = ['09:00', '18:00'];
/** `08:00`, `08:30` … `20:30` */
const times = Array.from({ length: 26 }, (_, half) => {
  const minutes = 8 * 60 + half * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}`;
});

const timeOn = (day: string, time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (startOfTashkentDay(day)?.getTime() ?? Number.NaN) + (hours * 60 + minutes) * minuteMs;
};

type Props = { present: string | null; set(at: string): void; disabled: boolean };

function TimeForm({ present, set, disabled }: Props) {
  const { list, lead: words } = useWords();
  const now = useNow();
  const inDays = (days: number) => tashkentDate(now, -days);
  const [presentDay = '', presentTime] =
    present && Date.parse(present) > now ? tashkentMinute(Date.parse(present)).split(' ') : [];
  const [day, setDay] = useState(presentDay || inDays(1));
  const [wanted, setWanted] = useState(presentTime ?? morning);
  const timesOn = (day: string) => times.filter((time) => timeOn(day, time) > now);
  const offered = timesOn(day);
  const time = offered.find((each) => each >= wanted) ?? offered.at(-1) ?? '';
  const days = [
    { name: list.today, day: inDays(0), time: evening },
    { name: words.tomorrow, day: inDays(1), time: morning },
    { name: words.inThreeDays, day: inDays(3), time: morning },
  ].filter(({ day }) => timesOn(day).length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (time && !disabled) set(new Date(timeOn(day, time)).toISOString());
  };
  return (
    <form className={styles.reminder} onSubmit={submit}>
      <div className="cluster">
        {days.map((each) => (
          <Button
            key={each.name}
            aria-pressed={day === each.day}
            onClick={() => {
              setDay(each.day);
              setWanted(each.time);
            }}
          >
            {each.name}
          </Button>
        ))}
      </div>
      <div className="cluster">
        <Field name={words.remindDay}>
          <input
            className="control"
            type="date"
            required
            min={days[0]?.day}
            max={inDays(365)}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        </Field>
        <SelectField
          name={words.remindTime}
          value={time}
          choose={setWanted}
          options={offered.map((time) => [time, time])}
        />
        <Button type="submit" look="primary" disabled={disabled}>
          {words.remindSet}
        </Button>
      </div>
    </form>
  );
}
