import { setTimeout as sleep } from 'node:timers/promises';
import { searchTerms } from '../store/search-text.ts';
import type { Store } from '../store/store.ts';
import { dialableNumber, phoneNumbers } from './phone.ts';

/** How many other leads have the same number, however it was typed; of more than `most`, so many. */
export async function countOthers(
  store: Pick<Store, 'findLead' | 'leadPart'>,
  ref: string,
  most: number,
): Promise<number> {
  const found = await store.findLead(ref);
  const dial = found && dialableNumber(found.lead.phone);
  if (!dial) return 0;
  // The number may stand in somebody's message, too.
  const alike = await store.leadPart({ terms: searchTerms(dial) }, { below: null, limit: most + 1 });
  const others = alike.filter(({ id }) => id !== found.lead.id);
  return others.filter(({ phone }) => phoneNumbers(phone).includes(dial)).length;
}

/** A message does not wait longer to say that a number is known, nor does it fail over it. */
const countWithinMs = 1000;

export const othersInTime = (counted: Promise<number>): Promise<number> =>
  Promise.race([counted.catch(() => 0), sleep(countWithinMs, 0, { ref: false })]);
