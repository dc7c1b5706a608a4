import type { Queries } from './db.ts';
import { row, sql } from './sql.ts';

/** The program’s own state, such as when the last digest was sent. */
export type State = { value: string | null; at: string };

export const getState = (db: Queries, name: string): Promise<State | undefined> =>
  db.get<State>(sql`select value, at from state where name = ${name}`);

/** Records the latest error, and since when `what` has been failing. */
export async function setFailing(db: Queries, what: string, error: string): Promise<void> {
  const values = row({ name: `failing:${what}`, value: error, at: new Date().toISOString() });
  await db.run(sql`insert into state ${values} on conflict (name) do update set value = excluded.value`);
}

/** Returns whether it was failing. */
export const clearFailing = async (db: Queries, what: string): Promise<boolean> =>
  (await db.run(sql`delete from state where name = ${`failing:${what}`}`)) > 0;

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
