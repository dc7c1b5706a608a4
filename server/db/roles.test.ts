/** Of a Supabase project's web roles only `anon` has a right: to insert the form's four fields. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/postgres.ts';
import { openDatabase } from './open.ts';

/** A Supabase project has these roles before the migration, and grants them every new table and sequence. */
const supabaseProject = `
  create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
  create role authenticator login noinherit; grant anon, authenticated, service_role to authenticator;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

let server: TestPostgres;
let owner: Client;
/** Logs in as `authenticator` and takes the caller's role, as the web gateway does. */
let gateway: Client;
beforeAll(async () => {
  server = await startPostgres();
  const { url } = server;
  owner = new Client(url);
  await owner.connect();
  await owner.query(supabaseProject);
  await (await openDatabase({ databaseUrl: url, dataDir: '' })).close();
  gateway = new Client(url.replace('postgres@', 'authenticator@'));
  await gateway.connect();
});
afterAll(async () => {
  await Promise.all([gateway.end(), owner.end()]);
  await server.stop();
});

async function as(role: string, statement: string, ...values: (string | null)[]) {
  await gateway.query(`set role ${role}`);
  return gateway.query(statement, values);
}
const insert = `insert into contact_submissions (name, phone, email, message) values ($1, $2, $3, $4)`;

describe('anon', () => {
  test('inserts the four fields, and the database adds the rest', async () => {
    await as('anon', insert, 'Aziza', '+998 90', null, 'Salom');
    const { rows } = await owner.query('select * from contact_submissions');
    expect(rows).toMatchObject([{ name: 'Aziza', email: null, spam: false, status: 'new', search: null }]);
    expect(rows[0].ref).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(rows[0].day).toBeTruthy();
  });

  test.each([
    ['a long name', 'x'.repeat(201), '1', null, 'm'],
    ['a blank phone', 'A', ' \n', null, 'm'],
    ['a malformed e-mail', 'A', '1', 'nobody', 'm'],
    ['a long message', 'A', '1', null, 'x'.repeat(5001)],
  ])('cannot insert %s', async (_, ...values) => {
    await expect(as('anon', insert, ...values)).rejects.toMatchObject({ code: '23514' });
  });
});

test.each(['anon', 'authenticated'])('%s has no other right on any table or sequence', async (role) => {
  const { rows } = await owner.query(
    `select relname from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) as privilege
      where relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege($1, c.oid, privilege)
    union all
      select relname from pg_class c, unnest(array['usage', 'select', 'update']) as privilege
      where relkind = 'S' and relnamespace = 'public'::regnamespace and has_sequence_privilege($1, c.oid, privilege)`,
    [role],
  );
  expect(rows).toEqual([]);
  const columns = await owner.query(
    `select attname from pg_attribute a, unnest(array['select', 'insert', 'update']) as privilege
      where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
        and attnum > 0 and not attisdropped and has_column_privilege($1, attrelid, attnum, privilege) order by attnum`,
    [role],
  );
  expect(columns.rows.map(({ attname }) => attname)).toEqual(
    role === 'anon' ? ['name', 'phone', 'email', 'message'] : [],
  );
});

test('row-level security is on for every table, with one policy: anon may insert', async () => {
  const unprotected = await owner.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity`,
  );
  expect(unprotected.rows).toEqual([]);
  const policies = await owner.query('select tablename, cmd, roles::text from pg_policies');
  expect(policies.rows).toEqual([{ tablename: 'contact_submissions', cmd: 'INSERT', roles: '{anon}' }]);
});
