import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { originText } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import type { LeadDetail } from '#contract/inbox.ts';
import { languages } from '#contract/languages.ts';
import { isApiError } from '#inbox/api.ts';
import { CopyButton } from '#inbox/components/CopyButton.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { cameFromList, readListUrl, writeListUrl } from '#inbox/list/list-url.ts';
import { useLead } from '#inbox/queries.ts';
import { ContactButtons } from './ContactButtons.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Erase } from './Erase.tsx';
import { History } from './History.tsx';
import styles from './Lead.module.css';
import { LinkedText } from './LinkedText.tsx';
import { NoteForm } from './NoteForm.tsx';
import { dropDraft } from './note-drafts.ts';
import { Reminder } from './Reminder.tsx';
import { MarkAsSpam, SpamNotice, useSetSpam } from './Spam.tsx';
import { Status } from './Status.tsx';

export function Lead({ reference }: { reference: string }) {
  const { data: lead, error, refetch } = useLead(reference);
  return (
    <div className={styles.page}>
      <Back />
      {isApiError(error, 404) ? (
        <Gone reference={reference} />
      ) : lead ? (
        <LeadDetails lead={lead} />
      ) : (
        <LoadingOrError error={error} retry={refetch} />
      )}
    </div>
  );
}

function LeadDetails({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const setSpam = useSetSpam(lead);
  const isOpen = !lead.spam && lead.status !== 'client' && lead.status !== 'lost';
  useTitle(lead.name);
  return (
    <article className={styles.lead}>
      <header className={styles.head}>
        <Heading>{lead.name}</Heading>
        <p className="soft">
          <Moment at={lead.createdAt} />
        </p>
        {lead.spam && <SpamNotice setSpam={setSpam} />}
        <ContactButtons lead={lead} />
        <Others lead={lead} />
      </header>
      {!lead.spam && <Status lead={lead} />}
      {isOpen && <Reminder lead={lead} />}
      <Panel title={words.lead.message}>
        <p className={styles.message}>
          <LinkedText>{lead.message}</LinkedText>
        </p>
        <Facts lead={lead} />
      </Panel>
      <Panel title={words.lead.history}>
        <NoteForm lead={lead} />
        <History lead={lead} />
      </Panel>
      <Deliveries lead={lead} />
      <footer className="cluster">
        <CopyButton text={asText(lead)} label={words.lead.copyAll} />
        {!lead.spam && <MarkAsSpam setSpam={setSpam} />}
        <Erase lead={lead} />
      </footer>
    </article>
  );
}

function Others({ lead: { others } }: { lead: LeadDetail }) {
  const words = useWords();
  if (others.length === 0) return null;
  return (
    <Panel title={fill(words.lead.samePhone, { count: others.length })}>
      <ul>
        {others.map(({ ref, createdAt, excerpt, status, spam }) => (
          <li key={ref}>
            <Link className="text-link" href={`/leads/${ref}`}>
              <Moment at={createdAt} /> {words.status[spam ? 'spam' : status]} {excerpt}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (cameFromList()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.name}>
      <bdi>{children}</bdi>
    </h1>
  );
}

function Facts({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const { phone, email, language, ref } = lead;
  const facts = [
    { name: words.lead.phone, text: phone, copies: true },
    ...(email ? [{ name: words.lead.email, text: email, copies: true }] : []),
    {
      name: words.lead.language,
      text: language ? languages[language].name : words.unknown,
    },
    { name: words.lead.source, text: originText(lead, words) || words.unknown },
    { name: words.lead.reference, text: ref },
  ];
  return (
    <dl className={`facts ${styles.facts}`}>
      {facts.map(({ name, text, copies }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{text}</bdi>
            {copies && <CopyButton text={text} what={name} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Back() {
  const words = useWords();
  const search = useSearch();
  // A step back instead of a new entry, or the phone's back button would return to the lead.
  const stepBack = (event: MouseEvent) => {
    if (!cameFromList()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link className="text-link back" href={`/${writeListUrl(readListUrl(search))}`} onClick={stepBack}>
      <Icon name="back" />
      {words.lead.back}
    </Link>
  );
}

function Gone({ reference }: { reference: string }) {
  const { lead } = useWords();
  useTitle(lead.notFound);
  useEffect(() => dropDraft(reference), [reference]);
  return (
    <div className="empty" role="alert">
      <h1>{lead.notFound}</h1>
      <p>{lead.notFoundText}</p>
    </div>
  );
}

const asText = ({ name, phone, email, message }: LeadDetail) =>
  [name, phone, email, message].filter(Boolean).join('\n');
