import type { ReactNode } from 'react';
import { Moment } from '#inbox/components/Moment.tsx';
import styles from './Site.module.css';

type Props = {
  title: ReactNode;
  chip?: string | null;
  tone?: 'warn' | 'bad' | 'good' | undefined;
  about: { who?: string; at?: string; note?: string | false };
  actions: ReactNode;
  children: ReactNode;
};

/** A change, or a version. */
export const Card = ({ title, chip, tone, about: { who, at, note }, actions, children }: Props) => (
  <li className={`panel ${styles.card}`} data-tone={tone}>
    <h2>
      {title} {chip && <span className="chip">{chip}</span>}
    </h2>
    <small>
      {who} {at && <Moment at={at} />} {note}
    </small>
    <div>{children}</div>
    <div className={`cluster ${styles.actions}`}>{actions}</div>
  </li>
);
