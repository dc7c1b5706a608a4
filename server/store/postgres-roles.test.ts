import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../tests/postgres.ts';
import { openPostgresStore } from './postgres.ts';

/**
 * A hosted project as it is before the migrations: its roles, and its habit of granting every new table,
 * sequence and function to them.
 */
const hostedProject = `
  create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  create role authenticator login noinherit; grant anon, authenticated, service_role to authenticator;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;
const submission = { name: 'Aziza', phone: '+998 90', email: '', message: 'Salom' };

let server: TestPostgres;
/** Made ready before the roles exist. */
let plainUrl: string;
let owner: Sql;
/** One connection as the web gateway has it: it logs in as `authenticator` and becomes the caller's role. */
let gateway: Sql;
beforeAll(async () => {
  server = await startPostgres();
  plainUrl = await server.newDatabase();
  await (await openPostgresStore(plainUrl)).close();
  const url = await server.newDatabase();
  owner = postgres(url, { max: 1, onnotice: () => {} });
  await owner.unsafe(hostedProject);
  await (await openPostgresStore(url)).close();
  gateway = postgres(url.replace('postgres@', 'authenticator@'), { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await gateway.end();
  await owner.end();
  await server.stop();
});

const as = async (role: string, statement: string, ...values: string[]) => {
  await gateway.unsafe(`set role ${role}`);
  return gateway.unsafe(statement, values);
};
const denied = { code: '42501' };
/** As the catalogue has them, so that the next table is tried as well. */
const all = async (kind: string) =>
  (
    await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = ${kind} and relnamespace = 'public'::regnamespace`
  ).map(({ name }) => name);

describe('the role anon', () => {
  it('inserts the four fields, and the database makes a whole lead of them', async () => {
    await as(
      'anon',
      'insert into contact_submissions (name, phone, email, message) values ($1, $2, $3, $4)',
      ...Object.values(submission),
    );
    const [lead] = await owner`select * from contact_submissions`;
    expect(lead).toMatchObject({ ...submission, email: null, language: null, suspected_spam: false });
    expect(lead).toMatchObject({ status: 'new', tab: 'new', source: null });
    expect(lead?.ref).toMatch(/^\w{4}-\w{4}$/);
    expect(lead?.created_at).toBeInstanceOf(Date);
  });

  it('cannot read back what it inserts', async () => {
    const insert = `insert into contact_submissions (name, phone, message) values ('A', '1', 'm')`;
    await expect(as('anon', `${insert} returning ref`)).rejects.toMatchObject(denied);
    await expect(as('anon', `${insert} on conflict (ref) do update set name = 'B'`)).rejects.toMatchObject(
      denied,
    );
  });
});

describe.each(['anon', 'authenticated'])('the role %s', (role) => {
  it('cannot read, change, delete or empty any table', async () => {
    const tables = await all('r');
    expect(tables).toContain('lead_events');
    for (const table of tables)
      for (const statement of [
        `select * from ${table}`,
        `select count(*) from ${table}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `copy ${table} to stdout`,
        `drop table ${table}`,
      ]) {
        await expect(as(role, statement), statement).rejects.toMatchObject(denied);
      }
  });

  it('has no right on any table, view, sequence or function, but for the four columns of the form', async () => {
    const rights = await owner`
      select relname as name from pg_class c,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
      where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = 'public'::regnamespace
        and has_table_privilege(${role}, c.oid, privilege)
      union all
      select relname from pg_class c, unnest(array['usage', 'select', 'update']) as privilege
      where relkind = 'S' and relnamespace = 'public'::regnamespace
        and has_sequence_privilege(${role}, c.oid, privilege)
      union all
      select proname from pg_proc p
      where pronamespace = 'public'::regnamespace and has_function_privilege(${role}, p.oid, 'execute')`;
    expect(rights).toEqual([]);
    const columns = await owner<{ name: string }[]>`
      select attname as name from pg_attribute a, unnest(array['select', 'insert', 'update']) as privilege
      where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
        and attnum > 0 and not attisdropped and has_column_privilege(${role}, attrelid, attnum, privilege)
      order by attnum`;
    expect(columns.map(({ name }) => name)).toEqual(
      role === 'anon' ? ['name', 'phone', 'email', 'message'] : [],
    );
  });
});

describe('row-level security', () => {
  it('is on for every table, with one policy: anon may insert', async () => {
    const rows =
      await owner`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
                             and relrowsecurity order by relname`;
    expect(rows.map((row) => row.relname)).toEqual((await all('r')).sort());
    const policies = await owner`select tablename, cmd, roles::text from pg_policies`;
    expect(policies).toEqual([{ tablename: 'contact_submissions', cmd: 'INSERT', roles: '{anon}' }]);
  });
});

it('lets nobody but the owner in where there was no anon', async () => {
  const sql = postgres(plainUrl, { max: 1, onnotice: () => {} });
  const grants = await sql`select grantee from information_schema.role_table_grants
                           where table_schema = 'public' and grantee <> 'postgres'`;
  expect(grants).toHaveLength(0);
  expect(await sql`select from pg_policies`).toHaveLength(0);
  await sql.end();
});
