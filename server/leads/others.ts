import { setTimeout as sleep } from 'node:timers/promises';
import { searchTerms } from '../store/search-text.ts';
import type { Store } from '../store/store.ts';
import { dialableNumber, phoneNumbers } from './phone.ts';

/** Nobody writes more often; whoever does is found by the search. */
const mostOthers = 101;

/** How many other leads have the same number, however it was typed; of more than a hundred, a hundred. */
export async function countOthers(store: Pick<Store, 'findLead' | 'leadPart'>, ref: string): Promise<number> {
  const found = await store.findLead(ref);
  const dial = found && dialableNumber(found.lead.phone);
  if (!dial) return 0;
  // The number may stand in somebody's message, too.
  const alike = await store.leadPart({ terms: searchTerms(dial) }, { below: null, limit: mostOthers });
  const others = alike.filter(({ id }) => id !== found.lead.id);
  return others.filter(({ phone }) => phoneNumbers(phone).includes(dial)).length;
}

/** A message does not wait longer to say that a number is known, nor does it fail over it. */
const countWithinMs = 1000;

export const othersInTime = (counted: Promise<number>): Promise<number> =>
  Promise.race([counted.catch(() => 0), sleep(countWithinMs, 0, { ref: false })]);
