import { useState } from 'react';
import { inTab } from './device.ts';

/** What was typed and is not saved survives a reload, but not the tab or the session. */
const prefix = 'inbox-draft-';

const stored = <Values>(key: string): Partial<Values> | null => JSON.parse(inTab[prefix + key] ?? 'null');

export const hasDraft = (key: string): boolean => stored(key) !== null;

/** `key`: begins with the reference of the lead. */
export function useDraft<Values>(key: string) {
  const [draft, setDraft] = useState<Partial<Values>>(() => stored(key) ?? {});
  const write = (change: Partial<Values>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    inTab[prefix + key] = JSON.stringify(next);
  };
  const drop = () => {
    setDraft({});
    dropDrafts(key);
  };
  return { draft, write, drop };
}

/** Those whose keys begin so; all of them without a beginning. */
export function dropDrafts(beginning = ''): void {
  for (const key of Object.keys(inTab)) if (key.startsWith(prefix + beginning)) delete inTab[key];
}
