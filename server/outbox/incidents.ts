/** What is failing. Whatever fails opens an incident, whatever works again closes it, and alerts/ tells people. */

import { dayMs } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { row, sql } from '#server/db/sql.ts';

/** `error` is null when it is over, but people who were told of it do not know yet. */
export type Incident = { name: string; since: string; error: string | null; reported_at: string | null };

export const allIncidents = (db: Queries): Promise<Incident[]> =>
  db.all<Incident>(sql`select name, since, error, reported_at from incidents order by since, name`);

export const findIncident = (db: Queries, name: string): Promise<Incident | undefined> =>
  db.get<Incident>(sql`select name, since, error, reported_at from incidents
    where name = ${name} and error is not null`);

/** Keeps its beginning if it is open. */
export async function openIncident(db: Queries, name: string, error: string): Promise<void> {
  const values = row({ name, since: new Date().toISOString(), error });
  await db.run(sql`insert into incidents ${values} on conflict (name) do update set error = excluded.error`);
}

/** Returns whether it was open. */
export async function closeIncident(db: Queries, name: string): Promise<boolean> {
  if (!(await findIncident(db, name))) return false;
  await db.run(sql`delete from incidents where name = ${name} and reported_at is null`);
  await db.run(sql`update incidents set error = null where name = ${name}`);
  return true;
}

/** Returns false if another process has reported it. */
export const markReported = async (db: Queries, { name, since }: Incident, now: Date): Promise<boolean> =>
  (await db.run(sql`update incidents set reported_at = ${now.toISOString()}
    where name = ${name} and since = ${since} and reported_at is null`)) > 0;

export const forgetIncident = async (db: Queries, { name, since }: Incident): Promise<boolean> =>
  (await db.run(sql`delete from incidents where name = ${name} and since = ${since}`)) > 0;

/** `refused:KEY` and `dead:KEY`: one for each lead that a channel refuses, or gave up on, as long as the outbox says so. */
export async function compareUndelivered(db: Queries): Promise<void> {
  const undelivered = sql`(
    select 'dead:' || key as name, last_error from outbox where state = 'dead' and kind = 'lead'
    union all select 'refused:' || key, last_error from outbox where state = 'pending' and kind = 'lead' and refused)`;
  await db.run(
    sql`insert into incidents (name, since, error) select name, ${new Date().toISOString()}, coalesce(last_error, '')
      from ${undelivered} as u where true on conflict (name) do nothing`,
  );
  await db.run(
    sql`delete from incidents where (name like 'dead:%' or name like 'refused:%')
      and name not in (select name from ${undelivered} as u)`,
  );
  // Nobody closes these: a person deletes the message.
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  await db.run(sql`delete from incidents where name like 'undeleted:%' and reported_at < ${yesterday}`);
}
