import type { Submission } from '../../contract/submission.ts';
import type { Lead, Store } from '../../server/store/store.ts';
import type { Crowd } from './crowd.ts';
import type { Row } from './row.ts';
import type { ServerProcess } from './server-process.ts';
import { until } from './wait.ts';

type Evidence = {
  crowd: Crowd;
  store: Store;
  servers: ServerProcess[];
  /** Per channel, the name in each message that was accepted. */
  channels: Record<string, () => string[]>;
  /** Each may have been in the middle of sending, and that lead comes twice. */
  kills?: number;
  /** Until the leases of killed processes have run out and the last lead is delivered. */
  deliverWithinMs?: number;
};

/** Compares what visitors were told with what the store holds and what the channels received. */
export async function audit(evidence: Evidence): Promise<Omit<Row, 'what' | 'remarks'>> {
  const { crowd, store, servers, channels, kills = 0, deliverWithinMs = 120_000 } = evidence;
  const broken = [...crowd.unexpected, ...servers.flatMap(({ faults }) => faults)];
  const claim = (count: number, sentence: string) => count > 0 && broken.push(`${count} ${sentence}`);

  // Before the store is read: the crowd may still be sending.
  const acknowledged = [...crowd.acknowledged.values()];
  const leads = await store.listLeads({});
  const byName = Map.groupBy(leads, ({ name }) => name);
  const stored = [...byName.keys()];
  const lost = acknowledged.filter(
    (form) => !byName.get(form.name)?.every((lead) => isSame(lead, form)),
  ).length;
  const doubled = leads.length - byName.size;
  claim(lost, 'acknowledged leads are not in the store as they were sent');
  claim(doubled, 'leads are in the store twice');
  claim(stored.filter((name) => !crowd.sent.has(name)).length, 'leads in the store were never sent');
  claim(acknowledged.length === 0 ? 1 : 0, 'crowd was acknowledged nothing: the trial proves nothing');

  let delivered = stored.length;
  let repeated = 0;
  for (const [channel, received] of Object.entries(channels)) {
    const missing = () => {
      const names = new Set(received());
      return stored.filter((name) => !names.has(name)).length;
    };
    await until(channel, () => missing() === 0, deliverWithinMs).catch(() => {});
    claim(missing(), `stored leads were never brought to ${channel}`);
    delivered = Math.min(delivered, stored.length - missing());
    repeated += received().length - new Set(received()).size;
  }
  const reasons = servers.reduce((sum, { brokenOff }) => sum + brokenOff, kills);
  claim(repeated - reasons, 'messages came again without a reason');
  return { acknowledged: acknowledged.length, lost, doubled, delivered, repeated, broken };
}

function isSame(lead: Lead, form: Submission): boolean {
  return lead.phone === form.phone && lead.email === form.email && lead.message === form.message;
}
