/** The provider comes in, finds a person and says that they were called. */
import { randomUUID } from 'node:crypto';
import { uz } from '../../content/inbox/uz.ts';
import { fill } from '../../contract/fill.ts';
import { inboxPath } from '../../contract/inbox.ts';
import { submissionPath } from '../../contract/submission.ts';
import { newAddressToken } from '../../server/inbox/sign-in.ts';
import { openTestStore } from '../stored-leads.ts';
import { expect, test } from './journey.ts';

test('signs in, searches and changes a status', async ({ visitor, network }) => {
  const name = `Жасур ${randomUUID()}`;
  const body = JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: 'Italiya?' });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(network.origin + submissionPath, { method: 'POST', headers, body })).status).toBe(201);
  const store = await openTestStore();
  const token = await newAddressToken(store.signIn);
  await store.close();

  await visitor.go(`${inboxPath}#enter=${token}`);
  await visitor.click('button', uz.door.enter);
  await visitor.fill('[name="name"]', 'Dilnoza');
  await visitor.click('button', uz.door.goOn);
  await visitor.fill('[type="search"]', name.toUpperCase());
  await expect.poll(() => visitor.read('li a')).toEqual([expect.stringContaining(name)]);
  await visitor.click('li a', name);
  await expect.poll(() => visitor.read('article h1')).toEqual([name]);
  await visitor.click('[data-status]', uz.status.contacted);
  await expect.poll(() => visitor.read('[data-status][aria-pressed="true"]')).toEqual([uz.status.contacted]);
  await expect.poll(() => visitor.read('ol > li')).toHaveLength(2);

  await visitor.click('button', fill(uz.nav.menu, { name: 'Dilnoza' }));
  await expect.poll(() => visitor.read('#person-menu')).toHaveLength(1);
  const menu = await visitor.place('#person-menu');
  expect(menu.bottom - menu.top, 'the menu is as high as what it holds').toBeLessThan(300);
});
