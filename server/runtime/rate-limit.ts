import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

export type RateLimitSetting = { points: number; seconds: number };
export type RateLimit = ReturnType<typeof createRateLimit>;

export function createRateLimit({ points, seconds }: RateLimitSetting) {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const refund = (client: string) => limiter.reward(client);
  return {
    /** Returns null when granted, otherwise the seconds to wait. Only granted requests count. */
    async take(client: string): Promise<number | null> {
      try {
        await limiter.consume(client);
        return null;
      } catch (refused) {
        await refund(client);
        return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
      }
    },
    refund,
  };
}
