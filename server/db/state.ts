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

/** The next number. Other transactions that count `name` wait for this one to end. */
export async function countUp(db: Queries, name: string): Promise<number> {
  const next = await db.get<{ value: string }>(
    sql`insert into state ${row({ name, value: '1', at: new Date().toISOString() })} on conflict (name)
      do update set value = cast(cast(state.value as integer) + 1 as text) returning value`,
  );
  return Number(next?.value);
}
