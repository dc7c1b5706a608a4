import type { Store } from '../../server/store/store.ts';
import { audit } from './audit.ts';
import type { Crowd } from './crowd.ts';
import type { Database, Ground } from './ground.ts';
import type { Row } from './row.ts';
import type { ServerProcess } from './server-process.ts';
import { type Side, startSides } from './sides.ts';
import { enduring } from './timing.ts';
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
    const server = await ground.server({ ...place.environment, ...environment }, { timing: enduring });
    // Every lead makes three messages, and more attempts: no more leads than these can keep up with.
    const crowd = ground.crowd([server], { visitors: 1, pauseMs: 500 });
    const store = await place.open();
    const broken: string[] = [];
    const recovered: number[] = [];
    for (const side of sides) {
      for (const fault of side.faults.slice(0, illnessesEach)) {
        await side.fallIll(fault);
        const complaints = await endure({ ill: side, sides, server, crowd, store });
        broken.push(...complaints.map((complaint) => `${complaint} ${fault}`));
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

type Illness = { ill: Side; sides: Side[]; server: ServerProcess; crowd: Crowd; store: Store };

/** Until the ill side was tried in vain and the others have all leads of the meantime. */
async function endure({ ill, sides, server, crowd, store }: Illness): Promise<string[]> {
  const broken: string[] = [];
  const { brokenOff } = server;
  const before = crowd.acknowledged.size;
  await until('leads', () => crowd.acknowledged.size >= before + 3);
  const meanwhile = new Set([...crowd.acknowledged.keys()].slice(before));
  for (const other of sides) {
    if (other === ill) continue;
    await until(other.channel, () => meanwhile.isSubsetOf(new Set(other.names())));
    // Judged by order, not by the clock: they must not have waited until the server gave up on the ill one.
    if (server.brokenOff > brokenOff) broken.push(`${other.channel} waited while ${ill.channel}`);
  }
  await until(`an attempt at ${ill.channel}`, async () => {
    const { byChannel } = await store.stats();
    return (
      ill.wasAsked() ||
      byChannel.some(({ channel, lastError }) => channel === ill.channel && lastError !== null)
    );
  });
  if (!meanwhile.isDisjointFrom(new Set(ill.names()))) broken.push(`${ill.channel} took a lead although it`);
  return broken;
}
