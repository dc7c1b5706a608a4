import { useId } from 'react';
import { fill } from '#contract/fill.ts';
import type { Links } from '#contract/inbox.ts';
import { qrUrl } from '#inbox/api.ts';
import { CopyButton } from '#inbox/components/CopyButton.tsx';
import { Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import styles from './MadeLink.module.css';

export function MadeLink({ name, answer }: { name: string; answer: Links }) {
  const { links: words } = useWords();
  const id = useId();
  const address = answer.base + name;
  const isUsed = answer.links.some((link) => link.name === name && link.visits + link.leads > 0);
  return (
    <section className={`panel ${styles.made}`} aria-labelledby={id}>
      <img
        className={styles.qr}
        src={qrUrl(name, 'svg')}
        alt={fill(words.qr, { name })}
        width="160"
        height="160"
      />
      <div className={`small ${styles.about}`}>
        <h2 id={id}>{name}</h2>
        <p>
          <bdi>{address}</bdi>
        </p>
        {!isUsed && <p className="soft">{words.unused}</p>}
      </div>
      {!answer.public && <p className="problem small">{words.notPublic}</p>}
      <div className={`cluster ${styles.actions}`}>
        <CopyButton text={address} label={words.copy} />
        {(['png', 'svg'] as const).map((kind) => (
          <a key={kind} className="button quiet" href={qrUrl(name, kind)} download>
            <Icon name="download" />
            {words[kind]}
          </a>
        ))}
      </div>
    </section>
  );
}
