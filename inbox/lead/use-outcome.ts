import { useEffect } from 'react';
import type { LeadDetail } from '../../contract/inbox.ts';
import { healthChanged, keys, queryClient } from '../queries.ts';

const firstMs = 1000;
const longestMs = 32_000;

/**
 * Live events tell what people do to a lead, not what becomes of its deliveries. One that was not tried yet is tried
 * within moments: the lead is asked for again until it was, ever more seldom, and for a minute at most.
 */
export function useOutcome({ ref, deliveries }: LeadDetail, askedAt: number): void {
  const untried = deliveries.some(({ state, attempts }) => state === 'pending' && attempts === 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has it sent again waits anew
  useEffect(() => {
    if (!untried) return;
    let wait = firstMs;
    let timer = setTimeout(ask, wait);
    function ask(): void {
      queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
      healthChanged();
      wait *= 2;
      if (wait <= longestMs) timer = setTimeout(ask, wait);
    }
    return () => clearTimeout(timer);
  }, [ref, untried, askedAt]);
}
