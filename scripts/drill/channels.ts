import type { Store } from '../../server/store/store.ts';
import { audit } from './audit.ts';
import type { Crowd } from './crowd.ts';
import type { Database, Ground } from './ground.ts';
import type { Row } from './row.ts';
import { type Side, startSides } from './sides.ts';
import { hasty } from './timing.ts';
import { until } from './wait.ts';

type Size = { databases: Database[]; illnessesEach: number };

/**
 * One channel after the other falls ill in every way it can. Before it is well again, the other two must have
 * brought all leads of that time; in the end every lead has come to each of the three.
 */
export async function channels(ground: Ground, { databases, illnessesEach }: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of databases) {
    const place = await ground.place(database);
    const { sides, environment } = await startSides(ground);
    const server = await ground.server({ ...place.environment, ...environment }, { timing: hasty });
    // Every lead makes three messages, and more attempts: no more leads than these can keep up with.
    const crowd = ground.crowd([server], { visitors: 1, pauseMs: 500 });
    const store = await place.open();
    const broken: string[] = [];
    const recovered: number[] = [];
    for (const side of sides) {
      for (const fault of side.faults.slice(0, illnessesEach)) {
        await side.fallIll(fault);
        broken.push(...(await endure(side, sides, crowd, store)).map((sentence) => `${sentence} ${fault}`));
        const waiting = new Set(crowd.acknowledged.keys());
        await side.recover();
        const all = () => waiting.isSubsetOf(new Set(side.names()));
        recovered.push(await until(`${side.channel} after it ${fault}`, all));
      }
    }
    await crowd.leave();
    const found = await audit({
      ...{ crowd, store, servers: [server] },
      channels: Object.fromEntries(sides.map((side) => [side.channel, side.names])),
    });
    await server.stop();
    rows.push({
      what: `Channels ill, ${database}`,
      ...found,
      recovered,
      remarks: [
        `${recovered.length} illnesses of Telegram, e-mail and webhook; recovered is when the ill one had every lead`,
      ],
      broken: [...broken, ...found.broken],
    });
  }
  return rows;
}

/** Until an attempt at the ill side has failed and the others have all leads of the meantime. */
async function endure(ill: Side, sides: Side[], crowd: Crowd, store: Store): Promise<string[]> {
  const broken: string[] = [];
  const before = crowd.acknowledged.size;
  await until('leads', () => crowd.acknowledged.size >= before + 3);
  const meanwhile = new Set([...crowd.acknowledged.keys()].slice(before));
  for (const other of sides) {
    if (other === ill) continue;
    await until(other.channel, () => meanwhile.isSubsetOf(new Set(other.names()))).catch(() =>
      broken.push(`${other.channel} waited while ${ill.channel}`),
    );
  }
  await until(`a failed attempt at ${ill.channel}`, async () => {
    const { byChannel } = await store.stats();
    return byChannel.some(({ channel, lastError }) => channel === ill.channel && lastError !== null);
  });
  if (!meanwhile.isDisjointFrom(new Set(ill.names()))) broken.push(`${ill.channel} took a lead although it`);
  return broken;
}
