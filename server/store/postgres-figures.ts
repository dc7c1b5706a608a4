import {
  type Count,
  type FigureList,
  type FigureRow,
  type FigureSums,
  type FiguresStore,
  firstDay,
  kindsPerDay,
  listOf,
  otherSource,
  type Period,
  rowsFor,
  sumsOf,
} from '../figures/figures-store.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** It goes to a person with a tool, not to a visitor: a slow line may take its time. */
const withinMs = 60_000;

export class PostgresFigures implements FiguresStore {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async add(counts: readonly Count[]): Promise<void> {
    await this.#pool.ask(
      (sql) => sql`select add_figures(${rowsFor(counts)}::text::json, ${kindsPerDay}, ${otherSource})`,
    );
  }

  async sums({ since, until }: Period): Promise<FigureSums> {
    const [rows, days, [first]] = await Promise.all([
      this.#pool.ask(
        (sql) => sql<Omit<FigureRow, 'day'>[]>`
        select name, source, campaign, language, total::float8 as count
        from (select kind, sum(count) as total from figures
              where day between ${since}::text::date and ${until}::text::date group by kind) sums
        join figure_kinds k on k.id = kind`,
        withinMs,
      ),
      this.#pool.ask(
        (sql) => sql<FigureSums['days']>`
        select figures.day::text, sum(count)::float8 as visits from figures join figure_kinds k on k.id = kind
        where figures.day between ${since}::text::date and ${until}::text::date and name = '' group by figures.day order by figures.day`,
        withinMs,
      ),
      this.#pool.ask(
        (sql) => sql<{ day: string | null }[]>`
        select min(day)::text as day from figures
        where day between ${firstDay}::text::date and ${until}::text::date`,
        withinMs,
      ),
    ]);
    return { ...sumsOf(rows), days: [...days], countedSince: first?.day ?? null };
  }

  async list(until: string): Promise<FigureList> {
    const [rows, leads] = await Promise.all([
      this.#pool.ask(
        (sql) => sql<FigureRow[]>`
        select day::text, source, campaign, language, name, count from figures join figure_kinds k on k.id = kind
        where day between ${firstDay}::text::date and ${until}::text::date`,
        withinMs,
      ),
      this.#pool.ask(
        (sql) => sql<Omit<FigureRow, 'name'>[]>`
        select to_char(created_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, coalesce(source, '') as source,
          coalesce(campaign, '') as campaign, coalesce(language, '') as language, count(*)::int as count
        from contact_submissions where not suspected_spam group by 1, 2, 3, 4`,
        withinMs,
      ),
    ]);
    return listOf(rows, leads);
  }
}
