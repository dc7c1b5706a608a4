import { fill } from '../../contract/fill.ts';
import type { Stats } from '../../contract/inbox.ts';
import { useLocale } from '../language/LanguageProvider.tsx';
import { Bars } from './Bars.tsx';
import { shareText } from './share.ts';

type Props = {
  funnel: Stats['funnel'];
  /** `conversion`: whether leads and visits are of the same days. */
  shows: { visits: boolean; conversion: boolean };
};

/** From the visit to the client, and how many go on from each step: where most are lost. */
export function Funnel({ funnel, shows }: Props) {
  const { language, words } = useLocale();
  const { stats } = words;
  const { visits, acts, leads, clients } = funnel;
  const ofBefore = (part: number, whole: number) => {
    if (whole === 0 || part > whole) return stats.none;
    return shareText(part, whole, language) ?? fill(stats.ofFew, { part, whole });
  };
  return (
    <Bars
      title={stats.funnel}
      headings={[stats.step, stats.count, stats.share]}
      rows={[
        ...(shows.visits
          ? ([
              { name: stats.visits, values: [visits, stats.none] },
              { name: stats.acts, values: [acts, ofBefore(acts, visits)] },
            ] as const)
          : []),
        {
          name: stats.leads,
          values: [leads, shows.visits && shows.conversion ? ofBefore(leads, acts) : stats.none],
        },
        { name: stats.clients, values: [clients, ofBefore(clients, leads)] },
      ]}
    />
  );
}
