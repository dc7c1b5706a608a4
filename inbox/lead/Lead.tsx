import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { originText } from '../../content/inbox/source-name.ts';
import { fill } from '../../contract/fill.ts';
import type { LeadDetail } from '../../contract/inbox.ts';
import { isLanguage, languages } from '../../contract/languages.ts';
import { isRefused } from '../api.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { Moment } from '../components/Moment.tsx';
import { useTitle } from '../components/use-title.ts';
import { NotRead, Waiting } from '../components/Waiting.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { cameFromList, readAddress, writeAddress } from '../list/address.ts';
import { useLead, useOthers } from '../queries.ts';
import { Deliveries } from './Deliveries.tsx';
import { dropDraft } from './drafts.ts';
import { Erase } from './Erase.tsx';
import { History } from './History.tsx';
import styles from './Lead.module.css';
import { MessageText } from './MessageText.tsx';
import { NoteForm } from './NoteForm.tsx';
import { Reach } from './Reach.tsx';
import { Reminder } from './Reminder.tsx';
import { IsSpam, TakenForSpam, useSpam } from './Spam.tsx';
import { Status } from './Status.tsx';

type Props = { reference: string; takeFocus: boolean };

export function Lead({ reference, takeFocus }: Props) {
  const { data: lead, error, refetch } = useLead(reference);
  return (
    <div className={styles.page}>
      <Back />
      {isRefused(error, 404) ? (
        <Gone reference={reference} />
      ) : lead ? (
        <Opened lead={lead} takeFocus={takeFocus} />
      ) : error ? (
        <NotRead error={error} again={refetch} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Opened({ lead, takeFocus }: { lead: LeadDetail; takeFocus: boolean }) {
  const words = useWords();
  const mark = useSpam(lead);
  useTitle(lead.name);
  return (
    <article className={styles.lead}>
      <header className={styles.head}>
        <Heading takeFocus={takeFocus}>{lead.name}</Heading>
        <p className="soft">
          <Moment at={lead.createdAt} />
        </p>
        {lead.spam && <TakenForSpam mark={mark} />}
        <Reach lead={lead} />
        <Others lead={lead} />
      </header>
      {/* Not of spam, as in Telegram: it would have a status and still be in no list of work. */}
      {!lead.spam && <Status lead={lead} />}
      {!lead.spam && lead.status !== 'client' && lead.status !== 'lost' && <Reminder lead={lead} />}
      <section className="panel" aria-labelledby="lead-message">
        <h2 id="lead-message">{words.lead.message}</h2>
        <p className={styles.message}>
          <MessageText>{lead.message}</MessageText>
        </p>
        <Facts lead={lead} />
      </section>
      <section className="panel" aria-labelledby="lead-history">
        <h2 id="lead-history">{words.lead.history}</h2>
        <NoteForm lead={lead} />
        <History lead={lead} />
      </section>
      <Deliveries lead={lead} />
      <footer className={styles.foot}>
        <CopyButton text={asText(lead)} label={words.lead.copyAll} />
        {!lead.spam && <IsSpam mark={mark} />}
        <Erase lead={lead} />
      </footer>
    </article>
  );
}

/** The same person may have written before; the search finds them all, this one too. */
function Others({ lead: { ref, dial } }: { lead: LeadDetail }) {
  const words = useWords();
  const count = useOthers(ref);
  if (!dial || count === 0) return null;
  return (
    <p>
      <Link className={styles.others} href={`/${writeAddress({ tab: 'all', q: dial.slice(1) })}`}>
        {fill(words.lead.others, { count })}
      </Link>
    </p>
  );
}

/** Who opened the lead goes on from its name; who came by its address begins at the top of the page. */
function Heading({ takeFocus, children }: { takeFocus: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.name}>
      <bdi>{children}</bdi>
    </h1>
  );
}

function Facts({ lead }: { lead: LeadDetail }) {
  const words = useWords();
  const from = originText(lead, words);
  return (
    <dl className={styles.facts}>
      <Fact name={words.lead.phone} copy={lead.phone}>
        {lead.phone}
      </Fact>
      {lead.email && (
        <Fact name={words.lead.email} copy={lead.email}>
          {lead.email}
        </Fact>
      )}
      <Fact name={words.lead.language}>
        {isLanguage(lead.language) ? languages[lead.language].name : (lead.language ?? words.unknown)}
      </Fact>
      <Fact name={words.lead.source}>{from || words.unknown}</Fact>
      <Fact name={words.lead.reference}>{lead.ref}</Fact>
    </dl>
  );
}

function Fact({ name, copy, children }: { name: string; copy?: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
        {copy && <CopyButton text={copy} of={name} />}
      </dd>
    </div>
  );
}

function Back() {
  const words = useWords();
  const search = useSearch();
  // Not one more page to go back through: a phone's own button would lead into every lead that was looked at.
  const stepBack = (event: MouseEvent) => {
    if (!cameFromList()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link className={styles.back} href={`/${writeAddress(readAddress(search))}`} onClick={stepBack}>
      <Icon name="back" />
      {words.lead.back}
    </Link>
  );
}

function Gone({ reference }: { reference: string }) {
  const { lead } = useWords();
  useTitle(lead.gone);
  useEffect(() => dropDraft(reference), [reference]);
  return (
    <div className={styles.gone} role="alert">
      <h1>{lead.gone}</h1>
      <p>{lead.goneText}</p>
    </div>
  );
}

const asText = ({ name, phone, email, message }: LeadDetail) =>
  [name, phone, email, message].filter(Boolean).join('\n');
