import type { LeadStatus } from '../../contract/inbox.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './StatusChip.module.css';

/** `data-status` gives the colours (styles/colours.css). */
export function StatusChip({ status }: { status: LeadStatus | 'spam' }) {
  return (
    <span className={styles.chip} data-status={status}>
      {useWords().status[status]}
    </span>
  );
}
