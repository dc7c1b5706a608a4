import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PostgresPool } from '../store/postgres-pool.ts';

export type RateLimitSetting = { points: number; seconds: number };

export type RateLimit = {
  /** Null when one more would be granted, otherwise the seconds to wait. Counts nothing. */
  wait(client: string): Promise<number | null>;
  /** Null when granted, otherwise the seconds to wait. */
  take(client: string, points: number): Promise<number | null>;
  /** For what in the end was not stored: a repeated key, a store that was away. */
  giveBack(client: string, points: number): Promise<void>;
  close(): Promise<void>;
};

export const noRateLimit: RateLimit = {
  wait: async () => null,
  take: async () => null,
  giveBack: async () => {},
  close: async () => {},
};

/** The clocks of servers that count together are never quite the same. */
const clockSlackSeconds = 60;

/** Counted in this process or, when several share a database, in its table `rate_limits`. */
export function createRateLimit(
  { points, seconds }: RateLimitSetting,
  databaseUrl: string | null,
): RateLimit {
  const memory = new RateLimiterMemory({ points, duration: seconds });
  if (!databaseUrl) return overLimiter(memory, async () => {});

  // Connections of its own: counting must not queue behind leads, nor leads behind counting.
  const pool = new PostgresPool(databaseUrl, { max: 2 });
  const limiter = new RateLimiterPostgres({
    points,
    duration: seconds,
    storeType: 'client',
    storeClient: {
      query: async ({ text, values }: { text: string; values: (string | number | null)[] }) => {
        const rows = await pool.ask(
          (sql) => sql.unsafe(text, values, { prepare: sql.options.prepare }),
          1000,
        );
        // The driver hands out bigint as text, and the limiter subtracts times.
        return { rows: rows.map((row) => ({ ...row, expire: Number(row.expire) })), rowCount: rows.count };
      },
    },
    tableName: 'rate_limits',
    tableCreated: true,
    // A counter that is out of reach must never cost a lead: then each process counts for itself.
    insuranceLimiter: memory,
  });
  return overLimiter(limiter, () => pool.end());
}

function overLimiter(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  close: () => Promise<void>,
): RateLimit {
  async function consume(client: string, points: number): Promise<number | null> {
    try {
      await limiter.consume(client, points);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return secondsOf(error);
      throw error;
    }
  }
  /** Counted by a clock that was ahead: people would be turned away for as long as it was. */
  const isCountedWrong = (wait: number) => wait > limiter.duration + clockSlackSeconds;

  return {
    async wait(client) {
      const counted = await limiter.get(client);
      if (!counted || counted.consumedPoints < limiter.points || counted.msBeforeNext <= 0) return null;
      const wait = secondsOf(counted);
      return isCountedWrong(wait) ? null : wait;
    },
    async take(client, points) {
      const wait = await consume(client, points);
      if (wait === null || !isCountedWrong(wait)) return wait;
      await limiter.delete(client);
      return consume(client, points);
    },
    async giveBack(client, points) {
      await limiter.reward(client, points);
    },
    close,
  };
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));
