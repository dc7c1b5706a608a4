import type { Store } from '../store/store.ts';

const seasonMs = 365 * 24 * 3_600_000;

/** Who became a client within a year has a place of this season; it is free again when the lead is lost. */
export const placesTaken = (store: Pick<Store, 'countClients'>, at = new Date()): Promise<number> =>
  store.countClients(new Date(at.getTime() - seasonMs));
