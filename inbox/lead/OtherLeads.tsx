import { Link, useSearch } from 'wouter';
import { originText } from '#content/inbox/source-name.ts';
import { fill } from '#contract/fill.ts';
import type { LeadSummary } from '#contract/inbox.ts';
import { Moment } from '#inbox/components/Moment.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { StatusChip } from '#inbox/components/StatusChip.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { readListUrl, writeListUrl } from '#inbox/list/list-url.ts';
import styles from './Lead.module.css';

export function OtherLeads({ leads }: { leads: readonly LeadSummary[] }) {
  const words = useWords();
  const list = writeListUrl(readListUrl(useSearch()));
  if (leads.length === 0) return null;
  return (
    <Panel title={fill(words.lead.others, { count: leads.length })}>
      <ul className={styles.others}>
        {leads.map((lead) => (
          <li key={lead.ref}>
            <Link href={`/leads/${lead.ref}${list}`}>
              <span className="cluster small soft">
                <StatusChip status={lead.spam ? 'spam' : lead.status} />
                <Moment at={lead.createdAt} />
                <bdi>{originText(lead, words)}</bdi>
              </span>
              <bdi>{[lead.name, lead.excerpt].filter(Boolean).join(': ')}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
