import { useEffect, useState } from 'react';
import { originText } from '#content/inbox/source-name.ts';
import type { LeadDetail } from '#contract/inbox.ts';
import { languages } from '#contract/languages.ts';
import { isApiError } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { CopyButton } from '#inbox/components/CopyButton.tsx';
import { Moment } from '#inbox/components/Moment.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { dropDrafts, hasDraft } from '#inbox/drafts.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useLead } from '#inbox/queries.ts';
import { ContactButtons } from './ContactButtons.tsx';
import { Correction, correctionKey } from './Correction.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Erase } from './Erase.tsx';
import { History } from './History.tsx';
import styles from './Lead.module.css';
import { LinkedText } from './LinkedText.tsx';
import { NoteForm } from './NoteForm.tsx';
import { OtherLeads } from './OtherLeads.tsx';
import { Back, Heading } from './PageHead.tsx';
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
      </header>
      {!lead.spam && <Status lead={lead} />}
      {isOpen && <Reminder lead={lead} />}
      <OtherLeads leads={lead.others} />
      <Message lead={lead} />
      <Panel title={words.lead.history}>
        <NoteForm reference={lead.ref} />
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

function Message({ lead }: { lead: LeadDetail }) {
  const { lead: words } = useWords();
  const [correcting, setCorrecting] = useState(() => hasDraft(correctionKey(lead.ref)));
  return (
    <Panel title={words.message}>
      {correcting ? (
        <Correction lead={lead} close={() => setCorrecting(false)} />
      ) : (
        <>
          <p className={styles.message}>
            <LinkedText>{lead.message}</LinkedText>
          </p>
          <Facts lead={lead} />
          <Button look="quiet" className={styles.correct} onClick={() => setCorrecting(true)}>
            {words.correct}
          </Button>
        </>
      )}
    </Panel>
  );
}

function Facts({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const { phone, email, language, ref } = lead;
  const facts = [
    ...(phone ? [{ name: words.lead.phone, text: phone, copies: true }] : []),
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

function Gone({ reference }: { reference: string }) {
  const { lead } = useWords();
  useTitle(lead.notFound);
  useEffect(() => dropDrafts(reference), [reference]);
  return (
    <div className="empty" role="alert">
      <h1>{lead.notFound}</h1>
      <p>{lead.notFoundText}</p>
    </div>
  );
}

const asText = ({ name, phone, email, message }: LeadDetail) =>
  [name, phone, email, message].filter(Boolean).join('\n');
