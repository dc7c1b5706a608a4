import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export type RateLimitSetting = { points: number; seconds: number };

export type RateLimit = {
  /** Null when granted, otherwise the seconds to wait. */
  take(client: string): Promise<number | null>;
  /** The same without counting. */
  wait(client: string): Promise<number | null>;
  /** For a request that stored nothing: a repeated key, or a database that was away. */
  giveBack(client: string): Promise<void>;
};

/** Counted in memory: two servers let through twice as much. Null: no limit. */
export function createRateLimit(setting: RateLimitSetting | null): RateLimit {
  if (!setting) return { take: async () => null, wait: async () => null, giveBack: async () => {} };
  const limiter = new RateLimiterMemory({ points: setting.points, duration: setting.seconds });
  return {
    async take(client) {
      try {
        await limiter.consume(client);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return secondsOf(error);
        throw error;
      }
    },
    async wait(client) {
      const used = await limiter.get(client);
      return used && used.remainingPoints <= 0 && used.msBeforeNext > 0 ? secondsOf(used) : null;
    },
    async giveBack(client) {
      await limiter.reward(client, 1);
    },
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
