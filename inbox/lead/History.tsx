import type { InboxWords } from '#content/inbox/en.ts';
import { fill } from '#contract/fill.ts';
import type { LeadDetail, LeadEvent } from '#contract/inbox.ts';
import { Moment, useMomentText } from '#inbox/components/Moment.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './History.module.css';
import { Note } from './Note.tsx';

export function History({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const momentText = useMomentText();
  return (
    <ol className={styles.history}>
      {[...lead.events].reverse().map((event) => (
        <li key={event.id} data-kind={event.kind}>
          <p className={styles.when}>
            <bdi>{event.who}</bdi> <Moment at={event.at} />
          </p>
          {event.kind === 'note' ? (
            <Note reference={lead.ref} note={event} />
          ) : (
            <p className={styles.what}>{eventText(event, lead, words, momentText)}</p>
          )}
        </li>
      ))}
      <li>
        <p className={styles.when}>
          <Moment at={lead.createdAt} />
        </p>
        <p className={styles.what}>{words.lead.received}</p>
      </li>
    </ol>
  );
}

function eventText(
  event: Exclude<LeadEvent, { kind: 'note' }>,
  { source }: LeadDetail,
  { lead, status }: InboxWords,
  momentText: (iso: string) => string,
): string {
  switch (event.kind) {
    case 'added':
      return source === 'telegram-direct' ? lead.receivedDirect : lead.added;
    case 'note-corrected':
      return lead.noteCorrected;
    case 'note-removed':
      return lead.noteRemoved;
    case 'corrected':
      return event.corrections
        .map(({ field, from, to }) => `${lead[field]}: ${from ?? '–'} → ${to ?? '–'}`)
        .join('\n');
    case 'status':
      return fill(lead.changedStatus, { from: status[event.from], to: status[event.to] });
    case 'spam':
      return event.spam ? lead.markedSpam : lead.unmarkedSpam;
    case 'resend':
      return lead.resent;
    case 'remind':
      return event.remindAt
        ? fill(lead.reminderSet, { time: momentText(event.remindAt) })
        : lead.reminderRemoved;
  }
}
