/** Databases on the PostgreSQL that `global-setup.ts` starts once for all tests. */
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

let number = 0;

/** The URL of a new, empty database, dropped after the test. */
export async function newDatabase(): Promise<string> {
  const name = `test_${process.pid}_${++number}`;
  // Faster than the default strategy.
  await query(`create database ${name} strategy file_copy`);
  onTestFinished(() => query(`drop database ${name} with (force)`));
  return new URL(`/${name}`, inject('postgresUrl')).href;
}

async function query(statement: string): Promise<void> {
  const client = new Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
}
