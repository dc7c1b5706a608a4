/** The provider's journeys in Firefox and WebKit. */
import { randomUUID } from 'node:crypto';
import { uz } from '../../content/inbox/uz.ts';
import { fill } from '../../contract/fill.ts';
import { inboxPath } from '../../contract/inbox.ts';
import { submissionPath } from '../../contract/submission.ts';
import { newSignInLinkToken } from '../../server/inbox/codes.ts';
import { openServerDatabase } from '../stored.ts';
import { expect, test } from './journey.ts';
import type { Network } from './network.ts';
import type { Visitor } from './visitor.ts';

async function sendLead({ origin }: Network): Promise<string> {
  const name = `Жасур ${randomUUID().slice(0, 8)}`;
  const body = JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Italiya?' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(origin + submissionPath, { method: 'POST', headers, body })).status).toBe(201);
  return name;
}

async function signIn(visitor: Visitor): Promise<void> {
  const db = await openServerDatabase();
  const token = await newSignInLinkToken(db);
  await db.close();
  await visitor.go(`${inboxPath}#enter=${token}`);
  await visitor.click('button', uz.signIn.enter);
  await visitor.fill('[name="name"]', 'Dilnoza');
  await visitor.click('button', uz.signIn.continue);
}

test('the provider signs in, searches and changes a status', async ({ visitor, network }) => {
  const name = await sendLead(network);
  await signIn(visitor);
  await visitor.fill('[type="search"]', name.toUpperCase());
  await expect.poll(() => visitor.read('li a')).toEqual([expect.stringContaining(name)]);
  await visitor.click('li a', name);
  await expect.poll(() => visitor.read('article h1')).toEqual([name]);
  await visitor.click('[data-status]', uz.status.contacted);
  await expect.poll(() => visitor.read('[data-status][aria-pressed="true"]')).toEqual([uz.status.contacted]);
  await expect.poll(() => visitor.read('ol > li')).toHaveLength(2);
});

test('a new lead appears without a reload, the provider adds a note and signs out', async ({
  visitor,
  network,
}) => {
  await signIn(visitor);
  await expect.poll(() => visitor.read('[type="search"]')).toHaveLength(1);
  const name = await sendLead(network);
  await expect.poll(() => visitor.read('li a')).toContainEqual(expect.stringContaining(name));
  await visitor.click('li a', name);
  await visitor.fill('article textarea', 'Ertaga');
  await visitor.click('button', uz.lead.addNote);
  await expect.poll(() => visitor.read('ol > li')).toContainEqual(expect.stringContaining('Ertaga'));
  await visitor.click('button', fill(uz.nav.menu, { name: 'Dilnoza' }));
  await visitor.click('button', uz.nav.signOut);
  await expect.poll(() => visitor.read('h1')).toEqual([uz.signIn.title]);
});
