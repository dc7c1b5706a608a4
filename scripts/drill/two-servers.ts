import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from './audit.ts';
import type { Ground } from './ground.ts';
import type { Row } from './row.ts';
import { hasty } from './timing.ts';
import { between } from './wait.ts';

type Size = { restarts: number; kills: number };

/** Two processes on one PostgreSQL behind a load balancer; one after the other is restarted, then killed. */
export async function twoServers(ground: Ground, { restarts, kills }: Size): Promise<Row[]> {
  const place = await ground.place('PostgreSQL');
  const telegram = await ground.telegram();
  const environment = { ...place.environment, ...telegram.environment };
  // Both migrate the empty database at once.
  const servers = await Promise.all([0, 1].map(() => ground.server(environment, { timing: hasty })));
  // No more leads than can be delivered meanwhile: the newest go first, and the first audit waits for old ones.
  const crowd = ground.crowd(servers, { visitors: 4, pauseMs: 500 });
  const interrupt = async (times: number, end: 'stop' | 'kill') => {
    for (let round = 0; round < times; round++) {
      const server = servers[round % servers.length];
      await crowd.acknowledgedAgain();
      await sleep(between(0, 400));
      await server?.[end]();
      await crowd.acknowledgedAgain();
      await server?.start();
    }
  };
  await interrupt(restarts, 'stop');
  const evidence = {
    ...{ crowd, servers, store: await place.open(), channels: { Telegram: telegram.names } },
  };
  const afterRestarts = await audit(evidence);
  await interrupt(kills, 'kill');
  await crowd.leave();
  const found = await audit({ ...evidence, kills });
  await Promise.all(servers.map((server) => server.stop()));
  return [
    {
      what: 'Two servers, one PostgreSQL',
      ...found,
      remarks: [
        `${restarts} restarts, after which ${afterRestarts.repeated} messages had come twice, then ${kills} kills`,
        `${crowd.answered(0)} submissions got no answer and were sent again`,
      ],
      broken: [...new Set([...afterRestarts.broken, ...found.broken])],
    },
  ];
}
