/** For those whose browser writes large: its own size of text, not the page's. */
import type { Page } from '@playwright/test';
import { fill } from '../../contract/fill.ts';
import { languages } from '../../contract/languages.ts';
import { dictionaries, type InboxWords } from '../../inbox/language/words.ts';
import { expect, type Office, test } from './fixtures.ts';

type Room = { path: string; open?(page: Page, words: InboxWords): Promise<unknown> };
const rooms: Room[] = [
  { path: '?tab=all', open: (page, { list }) => page.getByRole('button', { name: list.filters }).click() },
  { path: '/leads/REF' },
  { path: '/figures', open: (page, { figures }) => page.getByText(figures.table).click() },
  { path: '/links?name=reels-12' },
  { path: '/health' },
  {
    path: '',
    open: (page, { nav }) => page.getByRole('button', { name: fill(nav.menu, { name: 'Dilnoza' }) }).click(),
  },
];

for (const language of ['uz', 'ru'] as const) {
  const { name } = languages[language];
  test(`large text scrolls nothing sideways, cuts nothing and breaks no word: ${name}`, async ({
    office,
    person,
  }) => {
    const ref = await fillOffice(office);
    const page = await person('Dilnoza');
    await page.addInitScript((language) => localStorage.setItem('inbox-language', language), language);
    const devtools = await page.context().newCDPSession(page);
    for (const { path, open } of rooms) {
      await page.goto(`/inbox${path.replace('REF', ref)}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(
        page.locator('main').locator('li, dl, table').filter({ visible: true }).first(),
      ).toBeVisible();
      await open?.(page, dictionaries[language]);
      for (const size of [16, 19, 20, 24, 32]) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: size } });
        await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
        expect(await page.evaluate(misfits), `${path} at ${size} px`).toEqual([]);
      }
    }
  });
}

/** Numbers of the size that a season brings. */
async function fillOffice(office: Office): Promise<string> {
  await office.counted(
    { source: 'instagram', campaign: 'reels-12', count: 12_345 },
    { source: 'telegram', campaign: 'stories_noyabr', count: 902 },
    { source: 'google', count: 198 },
    { name: 'consultation', count: 1024 },
    { name: 'registration-basic', count: 1024 },
    { language: 'ru', count: 433 },
  );
  const arrival = 'https://www.instagram.com/ utm_campaign=reels-12';
  await office.lead({ name: 'Bekzod', arrival });
  return office.lead({ name: 'Aziza Karimova', email: 'aziza@example.uz', arrival });
}

/** What does not fit, as a list of complaints. Runs in the page. */
function misfits(): string[] {
  const found: string[] = [];
  // Not `innerWidth`: a phone zooms out until the whole of it is seen.
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide`);

  for (const block of document.querySelectorAll('p, dt, dd, th, td, button, h1, h2'))
    if (block.checkVisibility() && block.scrollWidth > block.clientWidth && block.clientWidth > 1)
      found.push(`“${block.textContent}” runs out of its place`);

  const labels = document.querySelectorAll('td, th[scope=col], dt, button, label, nav a, time');
  for (const label of labels) {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^ ]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`“${word}” is broken`);
      }
  }

  for (const select of document.querySelectorAll('select')) {
    const { offsetWidth } = select;
    const whole = select.cloneNode(true) as HTMLSelectElement;
    whole.replaceChildren(...whole.selectedOptions);
    whole.style.width = 'max-content';
    select.after(whole);
    if (whole.offsetWidth > offsetWidth) found.push(`“${select.selectedOptions[0]?.text}” is cut`);
    whole.remove();
  }
  return found;
}
