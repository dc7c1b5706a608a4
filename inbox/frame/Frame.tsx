import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Emblem, Icon, type IconName } from '../components/Icon.tsx';
import { useWords } from '../language/LanguageProvider.tsx';
import { useCounts, useRevision } from '../queries.ts';
import { FailingChannels } from './FailingChannels.tsx';
import styles from './Frame.module.css';
import { PersonMenu } from './PersonMenu.tsx';

/** `within`: addresses that are reached from there. */
const rooms: {
  name: 'leads' | 'stats' | 'site' | 'health';
  path: string;
  within?: string[];
  icon: IconName;
}[] = [
  { name: 'leads', path: '/', icon: 'leads' },
  { name: 'stats', path: '/stats', within: ['/links'], icon: 'stats' },
  { name: 'site', path: '/site', icon: 'site' },
  { name: 'health', path: '/health', icon: 'health' },
];

const holds = ({ path, within = [] }: (typeof rooms)[number], location: string) =>
  path === location || within.includes(location);

/** What stands around every room: where one can go, who one is, and what is wrong. */
export function Frame({ name, children }: { name: string; children: ReactNode }) {
  const words = useWords();
  const { isError: lost } = useRevision();
  return (
    <>
      <header className={`${styles.header} dark`}>
        <a className={styles.skip} href="#main">
          {words.skip}
        </a>
        <Emblem className={styles.emblem} />
        <Rooms />
        <PersonMenu name={name} />
      </header>
      <div role="status">{lost && <p className={styles.lost}>{words.errors.lost}</p>}</div>
      <FailingChannels />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function Rooms() {
  const words = useWords();
  const [location] = useLocation();
  const fresh = useCounts().data?.new ?? 0;
  return (
    <nav className={styles.rooms} aria-label={words.nav.label}>
      {rooms.map(({ name, path, icon }) => {
        const here = name === (rooms.find((room) => holds(room, location))?.name ?? 'leads');
        return (
          <Link key={name} href={path} aria-current={here ? 'page' : undefined}>
            <Icon name={icon} />
            {words.nav[name]}
            {name === 'leads' && fresh > 0 && (
              <span className={styles.count}>
                {fresh}
                <span className="visually-hidden"> {words.tabs.new}</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
