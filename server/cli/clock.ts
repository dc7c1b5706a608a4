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
      const shown = `The clock shows ${tashkentMinute(now)} in Tashkent`;
      if (!right) {
        const known = await store.clock.known();
        const latest = known
          ? `the latest time known here is ${tashkentMinute(known)}`
          : 'none is known here yet';
        return print(`${shown}; ${latest}. If the clock is right, say so with: clock --right\n`);
      }
      if (now < installedAt)
        throw new CannotBeDone(
          `${shown}, but the files of this program are of ${tashkentMinute(installedAt)}: set the clock, or their date.`,
        );
      const dated = await store.clock.set(now);
      const leads = dated === 0 ? '' : ` Leads that were dated after that and have this date now: ${dated}.`;
      await print(`${shown}, and that is believed from now on.${leads}\n`);
    };
  },
};
