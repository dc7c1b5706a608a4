/** The staff's journeys in Firefox and WebKit. */
import { randomUUID } from 'node:crypto';
import { uz } from '#content/inbox/uz.ts';
import { inboxPath, submissionPath } from '#contract/addresses.ts';
import { fill } from '#contract/fill.ts';
import { newSignInLinkToken } from '#server/inbox/codes.ts';
import { openServerDatabase } from '#tests/e2e-database.ts';
import { expect, test } from './fixtures.ts';
import type { Network } from './network.ts';
import type { Person } from './person.ts';

async function sendLead({ origin }: Network): Promise<string> {
  const name = `Жасур ${randomUUID().slice(0, 8)}`;
  const body = JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Italiya?' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(origin + submissionPath, { method: 'POST', headers, body })).status).toBe(201);
  return name;
}

async function signIn(person: Person): Promise<void> {
  const db = await openServerDatabase();
  const token = await newSignInLinkToken(db);
  await db.close();
  await person.go(`${inboxPath}#enter=${token}`);
  await person.click('button', uz.signIn.enter);
  await person.fill('[name="name"]', 'Dilnoza');
  await person.click('button', uz.signIn.continue);
}

test('a colleague signs in, searches and changes a status', async ({ person, network }) => {
  const name = await sendLead(network);
  await signIn(person);
  await person.fill('[type="search"]', name.toUpperCase());
  await expect.poll(() => person.read('li a')).toEqual([expect.stringContaining(name)]);
  await person.click('li a', name);
  await expect.poll(() => person.read('article h1')).toEqual([name]);
  await person.click('[data-status]', uz.status.contacted);
  await expect.poll(() => person.read('[data-status][aria-pressed="true"]')).toEqual([uz.status.contacted]);
  await expect.poll(() => person.read('ol > li')).toHaveLength(2);
});

test('a new lead appears without a reload, a colleague adds a note and signs out', async ({
  person,
  network,
}) => {
  await signIn(person);
  await expect.poll(() => person.read('[type="search"]')).toHaveLength(1);
  const name = await sendLead(network);
  await expect.poll(() => person.read('li a')).toContainEqual(expect.stringContaining(name));
  await person.click('li a', name);
  await person.fill('article textarea', 'Ertaga');
  await person.click('button', uz.lead.addNote);
  await expect.poll(() => person.read('ol > li')).toContainEqual(expect.stringContaining('Ertaga'));
  await person.click('button', fill(uz.nav.menu, { name: 'Dilnoza' }));
  await person.click('button', uz.nav.signOut);
  await expect.poll(() => person.read('h1')).toEqual([uz.signIn.title]);
});
