import template, { empty, join, raw, type Sql } from 'sql-template-tag';

export { join, raw, type Sql };
export type Value = string | number | boolean | null;

/** As the database stores times. */
export const isoNow = (msLater = 0): string => new Date(Date.now() + msLater).toISOString();

/** Values become `?` for SQLite and `$1` for PostgreSQL. */
export const sql = (strings: TemplateStringsArray, ...values: readonly (Value | Sql)[]): Sql =>
  template(strings, ...values);

/** `(name, phone) values (…, …)` */
export function row(columns: Record<string, Value>): Sql {
  const names = Object.keys(columns);
  // Column names become part of the statement and must never come from a request.
  if (!names.every((name) => /^[a-z_]+$/.test(name))) throw new Error(`Not column names: ${names}`);
  return sql`(${raw(names.join(', '))}) values (${join(Object.values(columns))})`;
}

/** `where … and …`, without the conditions that are not set. */
export function where(...conditions: (Sql | false | null | undefined | '')[]): Sql {
  const given = conditions.filter((condition) => typeof condition === 'object' && condition !== null);
  return given.length > 0 ? join(given, ' and ', 'where ') : empty;
}
