import { useEffect } from 'react';
import { company } from '#content/company.ts';
import { deadlines, facts } from '#content/facts.ts';
import { links } from '#content/links.ts';
import { type Problem, problemAt } from '#content/problems.ts';
import type { SiteState } from '#contract/inbox.ts';
import { change, discard, keepMine, save, useTypedValues } from './typed-values.ts';

/** The values of *Prices & links*, by their groups. */
export const groups = { facts, deadlines, links, company };

export type Draft = ReturnType<typeof useDraft>;

/** What is published, over it the draft that everybody shares, over it what was typed here. */
export function useDraft(site: SiteState) {
  const { typed, saving, failed } = useTypedValues();
  useEffect(save, []);
  const valueAt = (path: string) => typed[path]?.value ?? site.draft[path]?.value ?? site.values[path] ?? '';
  const group = (part: 'facts' | 'deadlines') =>
    Object.fromEntries(Object.keys(groups[part]).map((name) => [name, valueAt(`${part}.${name}`)]));
  const source = { facts: group('facts'), deadlines: group('deadlines') };
  return {
    site,
    typed,
    saving,
    failed,
    valueAt,
    liveAt: (path: string) => site.values[path] ?? '',
    problemAt: (path: string): Problem | undefined =>
      problemAt(path, valueAt(path), source, site.values[path]),
    change,
    keepMine,
    discard,
  };
}
