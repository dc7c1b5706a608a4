import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionLimits } from '../../contract/submission.ts';
import { startPostgres } from '../../tests/postgres.ts';
import { newDatabase } from '../../tests/shared-postgres.ts';
import { openPostgresStore } from './postgres.ts';
import type { NewLead, Store } from './store.ts';

const lead: NewLead = {
  ...{ name: 'Aziza', phone: '+998 90', email: null, message: 'Salom' },
  ...{ idempotencyKey: null, language: 'uz', suspectedSpam: false },
};
let url: string;
let sql: Sql;
let store: Store;
beforeEach(async () => {
  url = await newDatabase();
  store = await openPostgresStore(url);
  sql = postgres(url, { max: 3, onnotice: () => {} });
});
afterEach(async () => {
  await store.close();
  await sql.end();
});

describe('a lead put into the table by hand', () => {
  it('is completed by the database: trimmed, an empty e-mail null, a reference, a time', async () => {
    await sql`insert into contact_submissions (name, phone, email, message)
              values (${' Aziza\n'}, ${'\u00a0+998'}, ${' '}, ${'Salom\ufeff'})`;
    const [kept] = await store.listLeads({});
    expect(kept).toMatchObject({
      name: 'Aziza',
      phone: '+998',
      email: null,
      message: 'Salom',
      suspectedSpam: false,
    });
    expect(kept?.ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(kept?.createdAt).toBeInstanceOf(Date);
  });

  it('is delivered also when its transaction began before others and ended after them', async () => {
    await store.addLead(lead);
    const slow = await sql.reserve();
    await slow`begin`;
    await slow`insert into contact_submissions (name, phone, message) values ('slow', '1', 'm')`;
    await store.addLead(lead);
    expect(await store.deliveries.enrol(['telegram'])).toBe(2);
    await slow`commit`;
    slow.release();
    expect(await store.deliveries.enrol(['telegram'])).toBe(1);
    expect(await store.deliveries.enrol(['telegram'])).toBe(0);
  });
});

describe('the table’s constraints', () => {
  it('hold every field to the length of the contract', async () => {
    for (const [field, limit] of Object.entries(submissionLimits)) {
      const text = (length: number) =>
        field === 'email' ? `${'🎓'.repeat(length - 2)}@b` : '🎓'.repeat(length);
      const row = { name: 'A', phone: '1', message: 'm' };
      await sql`insert into contact_submissions ${sql({ ...row, [field]: text(limit) })}`;
      const tooLong = sql`insert into contact_submissions ${sql({ ...row, [field]: text(limit + 1) })}`;
      await expect(tooLong, field).rejects.toMatchObject({ code: '23514' });
    }
  });

  it('refuse a blank field as missing', async () => {
    for (const field of ['name', 'phone', 'message']) {
      const row = { name: 'A', phone: '1', message: 'm', [field]: ' \u3000 ' };
      await expect(sql`insert into contact_submissions ${sql(row)}`).rejects.toMatchObject({ code: '23502' });
    }
  });

  it('refuse what is no e-mail', async () => {
    for (const email of ['aziza', 'a@b@c', 'a b@c', '@b']) {
      const row = { name: 'A', phone: '1', message: 'm', email };
      await expect(sql`insert into contact_submissions ${sql(row)}`).rejects.toMatchObject({ code: '23514' });
    }
  });
});

describe('a migration', () => {
  it('newer than the program stops it with a sentence', async () => {
    await sql`insert into contact_migrations (version) values ('20991231000000')`;
    await expect(openPostgresStore(url)).rejects.toThrow(
      /newer version of this program \(migration 20991231000000/,
    );
  });
});

it('a start without a usable database ends with a sentence: no database, a role without rights, letters it cannot keep', async () => {
  await expect(openPostgresStore(`${url}_missing`)).rejects.toThrow(/^DATABASE_URL: .*does not exist/);
  const server = await startPostgres();
  const empty = await server.newDatabase();
  const owner = postgres(empty, { max: 1, onnotice: () => {} });
  await owner`create role poor login`;
  await owner`create database latin encoding 'LATIN1' template template0`;
  await owner.end();
  await expect(openPostgresStore(empty.replace('postgres@', 'poor@'))).rejects.toThrow(
    /^DATABASE_URL: .*permission denied/,
  );
  await expect(openPostgresStore(new URL('/latin', empty).href)).rejects.toThrow(
    /^DATABASE_URL: .*no equivalent in encoding/,
  );
  await server.stop();
});
