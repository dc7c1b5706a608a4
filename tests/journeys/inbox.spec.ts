/** The staff's journeys in Firefox and WebKit. */
import { randomUUID } from 'node:crypto';
import { defaultContent } from '#content/default-content.ts';
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
  const body = JSON.stringify({ name, phone: '+998 90 123 45 67', email: null, message: `Italiya? ${name}` });
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

test('a colleague types a text and a price, leaves at once, and finds both on the list', async ({
  person,
  network,
  engineName,
}) => {
  // Both browsers share one draft.
  const [key, fact] =
    engineName === 'firefox' ? (['packages', 'basicPrice'] as const) : (['register', 'plusPrice'] as const);
  const path = `texts.uz.hero.${key}`;
  const text = `${defaultContent.texts.uz.hero[key]} 1`;
  const onPage = () =>
    person.evaluate((path) => {
      const frame = document.querySelector('iframe');
      const piece = frame?.contentDocument?.querySelector(`[data-path="${path}"]`);
      if (!frame || !piece) return null;
      piece.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [{ left, top }, box] = [frame.getBoundingClientRect(), piece.getBoundingClientRect()];
      return { text: piece.textContent, x: left + box.x + box.width / 2, y: top + box.y + box.height / 2 };
    }, path);
  await signIn(person);
  await person.click('a', uz.nav.site);
  await expect.poll(onPage, { timeout: 60_000 }).not.toBeNull();
  const { x, y } = (await onPage()) as { x: number; y: number };
  await person.clickAt(x, y);
  await expect.poll(() => person.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await network.goOffline();
  await person.type(' 1');
  await expect.poll(async () => (await onPage())?.text).toBe(text);
  await person.click('button', uz.site.done);
  await person.click('a', uz.site.prices);
  await person.evaluate(
    (id) => document.querySelector<HTMLInputElement>(`[id="${id}"]`)?.select(),
    `facts.${fact}`,
  );
  await person.type('1701 ');
  await network.goOnline();
  await person.go(`${inboxPath}/site/publish`);
  const rows = () => person.read('li:has([type="checkbox"])');
  const [label] = [uz.site.labels.facts[fact]];
  await expect
    .poll(rows, { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(new RegExp(`${label}.*\\$1,701`)));
  await expect.poll(rows).toContainEqual(expect.stringContaining(`${text.split(' ')[0]}`));
  for (const name of [label, uz.site.parts.hero])
    await person.evaluate((name) => {
      const row = [...document.querySelectorAll('li')].find((row) => row.textContent.includes(name));
      row?.querySelector<HTMLElement>('button:last-of-type')?.click();
    }, name);
  await expect.poll(async () => (await rows()).filter((row) => row.includes(label))).toEqual([]);
});
