import type { Figures } from '../../contract/inbox.ts';
import { fill } from '../../site/i18n/translate.ts';
import { useSpeech } from '../language/LanguageProvider.tsx';
import { Bars } from './Bars.tsx';
import { shareText } from './share.ts';

/** From the visit to the client, and how many go on from each step: where most are lost. */
export function Funnel({ funnel, visits }: { funnel: Figures['funnel']; visits: boolean }) {
  const { language, words } = useSpeech();
  const { figures } = words;
  const steps = [
    ...(visits
      ? ([
          [figures.visits, funnel.visits],
          [figures.acts, funnel.acts],
        ] as const)
      : []),
    [figures.leads, funnel.leads],
    [figures.clients, funnel.clients],
  ] as const;
  const ofBefore = (part: number, whole: number | undefined) => {
    if (whole === undefined || part > whole) return figures.none;
    return shareText(part, whole, language) ?? fill(figures.ofFew, { part, whole });
  };
  return (
    <Bars
      title={figures.funnel}
      headings={[figures.step, figures.count, figures.ofBefore]}
      rows={steps.map(([name, count], index) => ({
        name,
        values: [count, ofBefore(count, steps[index - 1]?.[1])],
      }))}
    />
  );
}
