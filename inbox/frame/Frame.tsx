import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Emblem, Icon } from '#inbox/components/Icon.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useCounts, useRevision } from '#inbox/queries.ts';
import styles from './Frame.module.css';
import { HealthBanner } from './HealthBanner.tsx';
import { PersonMenu } from './PersonMenu.tsx';

const sections = [
  { name: 'leads', paths: ['/'] },
  { name: 'stats', paths: ['/stats', '/links'] },
  { name: 'site', paths: ['/site'] },
  { name: 'delivery', paths: ['/delivery'] },
] as const;

export function Frame({ name, children }: { name: string; children: ReactNode }) {
  const words = useWords();
  const { isError: offline } = useRevision();
  return (
    <>
      <header className={`${styles.header} dark`}>
        <a className={`visually-hidden ${styles.skip}`} href="#main">
          {words.skip}
        </a>
        <Emblem className={styles.emblem} />
        <Sections />
        <PersonMenu name={name} />
      </header>
      <div role="status">{offline && <p className={styles.offline}>{words.errors.connectionLost}</p>}</div>
      <HealthBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Sections() {
  const words = useWords();
  const [location] = useLocation();
  const newCount = useCounts().data?.new ?? 0;
  const here =
    location !== '/help' &&
    (sections.find(({ paths }) => paths.some((path) => path === location.replace(/^\/site\/.*/, '/site')))
      ?.name ??
      'leads');
  return (
    <nav className={styles.sections} aria-label={words.nav.label}>
      {sections.map(({ name, paths }) => (
        <Link key={name} href={paths[0]} aria-current={name === here ? 'page' : undefined}>
          <Icon name={name} />
          {words.nav[name]}
          {name === 'leads' && newCount > 0 && (
            <span className={`badge ${styles.count}`}>
              {newCount}
              <span className="visually-hidden"> {words.tabs.new}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
