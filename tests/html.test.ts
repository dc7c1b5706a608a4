import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedSite } from './built-site.ts';
import { attribute, htmlProblems, parseHtml } from './html.ts';

const site = await sharedSite();
const documents = readdirSync(site.dir).filter((name) => name.endsWith('.html'));

test('every page exists in every language, and the error page in one', () => {
  const pages = ['index', 'privacy', 'terms', '404'];
  const expected = pages.flatMap((page) => [`${page}.html`, `${page}.en.html`, `${page}.ru.html`]);
  expect(documents.sort()).toEqual([...expected, '500.html'].sort());
});

describe.each(documents)('%s', (name) => {
  const html = site.read(name).toString();
  const root = parseHtml(html);
  const all = (selector: string) => root.querySelectorAll(selector);

  test('is valid and accessible markup', async () => {
    expect(await htmlProblems(html)).toEqual([]);
  });

  test('has every element that a `rel=expect` link waits for', () => {
    const awaited = all('link[rel="expect"]').map((link) => attribute(link, 'href')?.slice(1));
    expect(awaited.filter((id) => all(`[id="${id}"]`).length === 0)).toEqual([]);
  });

  test('loads nothing from another origin', () => {
    const loaded = all('link')
      .filter((link) => !['canonical', 'alternate'].includes(attribute(link, 'rel') ?? ''))
      .map((link) => attribute(link, 'href'));
    const sources = all('[src]').map((element) => attribute(element, 'src'));
    const css = all('style')
      .map(({ textContent }) => textContent)
      .join('');
    const inCss = [...css.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address);
    expect(inCss.length).toBeGreaterThan(0);
    expect(css).not.toContain('@import');
    for (const address of [...loaded, ...sources, ...inCss]) expect(address).toMatch(/^(\/(?!\/)|#|data:)/);
  });
});
