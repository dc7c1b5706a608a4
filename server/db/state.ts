import type { Queries } from './db.ts';
import { row, sql } from './sql.ts';

/** The program’s own state, such as when the last digest was sent. */
export type State = { value: string | null; at: string };

export const getState = (db: Queries, name: string): Promise<State | undefined> =>
  db.get<State>(sql`select value, at from state where name = ${name}`);

export async function putState(
  db: Queries,
  name: string,
  value: string | null,
  at = new Date(),
): Promise<void> {
  await db.run(
    sql`insert into state ${row({ name, value, at: at.toISOString() })}
      on conflict (name) do update set value = excluded.value, at = excluded.at`,
  );
}
