import { tashkentMinute } from '../../contract/tashkent-time.ts';
import { installedAt } from '../retention.ts';
import { CannotBeDone, type Command } from './command.ts';

/** The way back from a wrong time that was believed: no program can know which of the two is right. */
export const clock: Command = {
  options: { right: { type: 'boolean' } },
  prepare(typed) {
    typed.nothingElse();
    const right = typed.flag('right');

    return async ({ store, print }) => {
      const now = new Date();
      const shown = `The system clock shows ${tashkentMinute(now)} (Tashkent time)`;
      if (!right) {
        const known = await store.clock.known();
        const latest = known
          ? `the last known time is ${tashkentMinute(known)}`
          : 'no earlier time is known yet';
        return print(`${shown}; ${latest}. If the clock is right, confirm it with: clock --right\n`);
      }
      if (now < installedAt)
        throw new CannotBeDone(
          `${shown}, but this program was installed on ${tashkentMinute(installedAt)}: correct the clock, or the date of its files.`,
        );
      const dated = await store.clock.set(now);
      const leads = dated === 0 ? '' : ` Leads with a later date, now dated with this time: ${dated}.`;
      await print(`${shown} and is trusted from now on.${leads}\n`);
    };
  },
};
