import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PostgresPool } from '../store/postgres-pool.ts';

export type RateLimitSetting = { points: number; seconds: number };

export type RateLimit = {
  /** Null when granted, otherwise the seconds to wait. */
  take(client: string, points: number): Promise<number | null>;
  /** For what in the end was not stored: a repeated key, a store that was away. */
  giveBack(client: string, points: number): Promise<void>;
  close(): Promise<void>;
};

export const noRateLimit: RateLimit = {
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
      if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw error;
    }
  }

  return {
    async take(client, points) {
      const wait = await consume(client, points);
      if (wait === null || wait <= limiter.duration + clockSlackSeconds) return wait;
      // Counted by a clock that was ahead: people would be turned away for as long as it was.
      await limiter.delete(client);
      return consume(client, points);
    },
    async giveBack(client, points) {
      await limiter.reward(client, points);
    },
    close,
  };
}
