import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../../server/deliveries/timing.ts';
import { audit } from './audit.ts';
import type { Database, Ground } from './ground.ts';
import type { Row } from './row.ts';
import { between } from './wait.ts';

type Size = { databases: Database[]; kills: number; timing?: Partial<Timing> };

/** kill -9 at random moments under load: whoever was told "sent" is in the store once, and the provider is told. */
export async function kill(ground: Ground, { databases, kills, timing }: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of databases) {
    const place = await ground.place(database);
    const telegram = await ground.telegram();
    const server = await ground.server({ ...place.environment, ...telegram.environment }, { timing });
    const crowd = ground.crowd([server]);
    const recovered: number[] = [];
    let killedStarting = 0;
    for (let round = 1; round <= kills; round++) {
      await crowd.acknowledgedAgain();
      await sleep(between(0, 400));
      await server.kill();
      const killedAt = performance.now();
      if (round % 5 === 0) {
        const starting = server.start().catch(() => {});
        await sleep(between(0, 500));
        await server.kill();
        await starting;
        killedStarting += 1;
      }
      await server.start();
      recovered.push(await crowd.acknowledgedAgain(killedAt));
    }
    await crowd.leave();
    const found = await audit({
      ...{ crowd, store: await place.open(), servers: [server], channels: { Telegram: telegram.names } },
      kills: kills + killedStarting,
    });
    await server.stop();
    rows.push({
      what: `kill -9, ${database}`,
      ...found,
      recovered,
      remarks: [
        `${kills} kills under load and ${killedStarting} while starting`,
        `${crowd.answered(0)} submissions got no answer and were sent again`,
      ],
    });
  }
  return rows;
}
