import { useEffect } from 'react';
import { facts } from '#content/facts.ts';
import { fill } from '#contract/fill.ts';
import { Panel } from '#inbox/components/Panel.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { StateBar, Tabs } from './bars.tsx';
import { groups, useRoom } from './room.ts';
import styles from './Site.module.css';
import { ValueField } from './ValueField.tsx';

const isPrice = (name: string) => /^[$€]/.test(facts[name as keyof typeof facts]);
const names = Object.keys(facts);
const panels = [
  ['prices', 'facts', names.filter(isPrice)],
  ['facts', 'facts', names.filter((name) => !isPrice(name))],
  ['links', 'links', Object.keys(groups.links)],
  ['deadlines', 'deadlines', Object.keys(groups.deadlines)],
  ['company', 'company', Object.keys(groups.company)],
] as const;

const focusOn = (path: string) => document.getElementById(path)?.focus();

/** Each value is saved by itself. */
export function Prices() {
  const { site: words } = useWords();
  const { valueAt } = useRoom();
  const labels: Record<string, Record<string, string>> = words.labels;
  const isExample = (path: string) => /\bexample\.com\b/.test(valueAt(path));
  const unset = Object.keys(groups.links).filter((name) => isExample(`links.${name}`));
  // Opened from the list of changes.
  useEffect(() => focusOn(location.hash.slice(1)), []);
  return (
    <div className={styles.site}>
      <Tabs />
      <div className={`${styles.room} ${styles.panels}`}>
        {unset.length > 0 && (
          <button type="button" className={styles.notice} onClick={() => focusOn(`links.${unset[0]}`)}>
            {fill(words.placeholders, { count: unset.length, host: 'example.com' })}
          </button>
        )}
        {panels.map(([title, part, names]) => (
          <div key={title} data-part={part}>
            <Panel title={words.groups[title]}>
              {names.map((name) => (
                <ValueField key={name} label={labels[part]?.[name] ?? name} path={`${part}.${name}`}>
                  {isExample(`${part}.${name}`) && (
                    <span className="chip" data-status="new">
                      {words.placeholder}
                    </span>
                  )}
                </ValueField>
              ))}
            </Panel>
          </div>
        ))}
      </div>
      <StateBar />
    </div>
  );
}
