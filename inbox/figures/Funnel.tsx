import { fill } from '../../contract/fill.ts';
import type { Figures } from '../../contract/inbox.ts';
import { useSpeech } from '../language/LanguageProvider.tsx';
import { Bars } from './Bars.tsx';
import { shareText } from './share.ts';

type Props = {
  funnel: Figures['funnel'];
  /** `conversion`: whether leads and visits are of the same days. */
  shows: { visits: boolean; conversion: boolean };
};

/** From the visit to the client, and how many go on from each step: where most are lost. */
export function Funnel({ funnel, shows }: Props) {
  const { language, words } = useSpeech();
  const { figures } = words;
  const { visits, acts, leads, clients } = funnel;
  const ofBefore = (part: number, whole: number) => {
    if (whole === 0 || part > whole) return figures.none;
    return shareText(part, whole, language) ?? fill(figures.ofFew, { part, whole });
  };
  return (
    <Bars
      title={figures.funnel}
      headings={[figures.step, figures.count, figures.share]}
      rows={[
        ...(shows.visits
          ? ([
              { name: figures.visits, values: [visits, figures.none] },
              { name: figures.acts, values: [acts, ofBefore(acts, visits)] },
            ] as const)
          : []),
        {
          name: figures.leads,
          values: [leads, shows.visits && shows.conversion ? ofBefore(leads, acts) : figures.none],
        },
        { name: figures.clients, values: [clients, ofBefore(clients, leads)] },
      ]}
    />
  );
}
