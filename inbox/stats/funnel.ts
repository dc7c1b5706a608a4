import type { InboxWords } from '../../content/inbox/en.ts';
import { fill } from '../../contract/fill.ts';
import type { Stats } from '../../contract/inbox.ts';
import type { Language } from '../../contract/languages.ts';
import type { Shown } from './Results.tsx';
import { shareText } from './share.ts';

type Step = [name: string, count: number, share: string];

/** From the visit to the client, each with its share of the step before. */
export function funnelRows(
  { visits, acts, leads, clients }: Stats['funnel'],
  shows: Shown,
  words: InboxWords['stats'],
  language: Language,
): Step[] {
  const share = (part: number, whole: number) => {
    if (whole === 0 || part > whole) return words.none;
    return shareText(part, whole, language) ?? fill(words.ofFew, { part, whole });
  };
  const steps: Step[] = [
    [words.visits, visits, words.none],
    [words.acts, acts, share(acts, visits)],
    [words.leads, leads, shows.visits && shows.conversion ? share(leads, acts) : words.none],
    [words.clients, clients, share(clients, leads)],
  ];
  return shows.visits ? steps : steps.slice(2);
}
