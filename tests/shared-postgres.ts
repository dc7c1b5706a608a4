/**
 * Databases on the one PostgreSQL that runs as long as the tests do (`start-shared-postgres.ts`). Tests that stop the server or
 * make roles start their own with `postgres.ts`.
 */
import { Client } from 'pg';
import { inject } from 'vitest';

let made: string[] = [];
let number = 0;
let client: Client | null = null;

async function connect(): Promise<Client> {
  client = new Client(inject('postgresUrl'));
  await client.connect();
  return client;
}

/** The address of a new, empty database. */
export async function newDatabase(): Promise<string> {
  const name = `test_${process.pid}_${++number}`;
  // Copying files is faster than PostgreSQL's default strategy.
  await (client ?? (await connect())).query(`create database ${name} strategy file_copy`);
  made.push(name);
  return new URL(`/${name}`, inject('postgresUrl')).href;
}

/** After the last test of a file: `after-each-file.ts`. */
export async function dropDatabases(): Promise<void> {
  const [names, own] = [made, client];
  made = [];
  client = null;
  for (const name of names) await own?.query(`drop database ${name} with (force)`);
  await own?.end();
}
