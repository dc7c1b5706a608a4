import { createContext, use, useEffect, useState } from 'react';
import { company } from '#content/company.ts';
import { deadlines, facts } from '#content/facts.ts';
import { links } from '#content/links.ts';
import { problemAt } from '#content/problems.ts';
import type { SiteState } from '#contract/inbox.ts';
import { useLocale } from '#inbox/language/LanguageProvider.tsx';
import { save, useTypedValues } from './typed-values.ts';

/** The values of *Prices & links*, by their groups. */
export const groups = { facts, deadlines, links, company };

export const wideScreen = () => matchMedia('(min-width: 48rem)').matches;

export type Room = ReturnType<typeof useNewRoom>;

export const RoomContext = createContext<Room | null>(null);

export const useRoom = () => use(RoomContext) as Room;

/** What is published, over it the draft that everybody shares, over it what was typed here. */
export function useNewRoom(site: SiteState) {
  const { language } = useLocale();
  const [view, setView] = useState({ language, wide: wideScreen() });
  // By signature. Kept while this person looks at other pages.
  const [unticked] = useState(() => new Set<string>());
  const { typed, failed } = useTypedValues();
  useEffect(save, []);
  const liveAt = (path: string) => site.values[path] ?? '';
  const valueAt = (path: string) => typed[path]?.value ?? site.draft[path]?.value ?? liveAt(path);
  const group = (part: 'facts' | 'deadlines') =>
    Object.fromEntries(Object.keys(groups[part]).map((name) => [name, valueAt(`${part}.${name}`)]));
  const source = { facts: group('facts'), deadlines: group('deadlines') };
  const problemOf = (path: string) => problemAt(path, valueAt(path), source, site.values[path]);
  return { site, view, setView, unticked, typed, failed, liveAt, valueAt, problemAt: problemOf };
}
