import { Link } from 'wouter';
import { Icon } from '#inbox/components/Icon.tsx';
import { Panel } from '#inbox/components/Panel.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { useHealth, useSite } from '#inbox/queries.ts';
import styles from './List.module.css';

export function FirstRun() {
  const { firstRun: words } = useWords();
  const { channels } = useHealth().data ?? {};
  const { values } = useSite().data ?? {};
  if (!channels || !values) return null;
  const links = Object.keys(values).filter((path) => path.startsWith('links.'));
  const steps = [
    {
      text: words.links,
      href: '/site/prices',
      done: links.every((path) => !values[path]?.includes('example.com')),
    },
    { text: words.telegram, href: '/delivery', done: channels.some(({ channel }) => channel === 'telegram') },
    { text: words.test, href: '/delivery', done: channels.some(({ lastDeliveredAt }) => lastDeliveredAt) },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <Panel title={words.title}>
      <ol className={styles.steps}>
        {steps.map(({ text, href, done }) => (
          <li key={text} data-done={done}>
            {done && <Icon name="check" />}
            <Link className="text-link" href={href}>
              {text} {done && `(${words.done})`}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
