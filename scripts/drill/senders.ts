import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { audit } from './audit.ts';
import { BadSenders } from './bad-senders.ts';
import type { Ground } from './ground.ts';
import { type Row, seconds } from './row.ts';
import { until } from './wait.ts';

type Size = {
  each: number;
  /** Whether to wait until the server has given up the last of them, half a minute. */
  toTheEnd: boolean;
};

/** Senders that crawl, send too much, or connect and say nothing, by the hundred: others are served all the same. */
export async function senders(ground: Ground, { each, toTheEnd }: Size): Promise<Row[]> {
  const place = await ground.place('SQLite');
  const telegram = await ground.telegram();
  const server = await ground.server({ ...place.environment, ...telegram.environment });
  const crowd = ground.crowd([server]);
  const bad = new BadSenders();
  ground.defer(() => bad.leave());
  await bad.connect(server.port, each);

  const began = performance.now();
  let slowest = 0;
  let pages = 0;
  const viewPage = async () => {
    const asked = performance.now();
    const { status } = await ask(server.url);
    if (status !== 200) throw new Error(`a page was answered with ${status}`);
    slowest = Math.max(slowest, performance.now() - asked);
    pages += 1;
    await sleep(20);
  };
  await until('413 to the oversized', () => viewPage().then(() => bad.oversizedAreRefused));
  await crowd.acknowledgedAgain();
  if (toTheEnd) await until('the end of the slow', () => viewPage().then(() => bad.open.size === 0));
  const lasted = performance.now() - began;

  await crowd.leave();
  const broken = bad.wrongAnswers(toTheEnd);
  if ((await ask(`${server.url}/healthz`)).status !== 200)
    broken.push('the server is not healthy afterwards');
  if (crowd.answered(0) > 0) broken.push(`${crowd.answered(0)} visitors got no answer at first`);
  const found = await audit({
    ...{ crowd, store: await place.open(), servers: [server], channels: { Telegram: telegram.names } },
  });
  bad.leave();
  await server.stop();
  return [
    {
      what: 'Slow, oversized, silent senders',
      ...found,
      remarks: [
        `${each} each of: ${bad.summary}`,
        `${pages} pages were answered meanwhile, the slowest in ${seconds(slowest)}`,
        ...(toTheEnd ? [`the last of these connections was closed after ${seconds(lasted)}`] : []),
      ],
      broken: [...broken, ...found.broken],
    },
  ];
}
