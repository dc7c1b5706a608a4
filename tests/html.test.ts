import { readdirSync } from 'node:fs';
import type { HtmlElement } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { builtSite } from './built-site.ts';
import { attribute, faultsOf, parseHtml } from './html.ts';

const site = await builtSite();
const documents = readdirSync(site.dir).filter((name) => name.endsWith('.html'));

test('there is a document for every page in every language, and one for the worst case', () => {
  const pages = ['index', 'privacy', 'terms', '404'];
  const expected = pages.flatMap((page) => [`${page}.html`, `${page}.en.html`, `${page}.ru.html`]);
  expect(documents.sort()).toEqual([...expected, '500.html'].sort());
});

describe.each(documents)('%s', (name) => {
  const html = site.read(name).toString();
  const root = parseHtml(html);
  const all = (selector: string) => root.querySelectorAll(selector);

  test('is valid HTML, and accessible as far as markup alone can tell', async () => {
    expect(await faultsOf(html)).toEqual([]);
  });

  test('waits with its first paint only for what is in it', () => {
    const awaited = all('link[rel="expect"]').map((link) => attribute(link, 'href')?.slice(1));
    expect(awaited.filter((id) => all(`[id="${id}"]`).length === 0)).toEqual([]);
  });

  test('has headings that form one outline', () => {
    const levels = all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName[1]));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    });
  });

  test('has one main part, and landmarks of one kind that can be told apart by their names', () => {
    expect(all('main')).toHaveLength(1);
    for (const kind of ['nav', 'form', 'aside', 'section[aria-labelledby]', '[role="dialog"]']) {
      const names = all(kind).map((element) => nameOf(element, root));
      expect(names).not.toContain('');
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('asks nothing of another origin', () => {
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

function nameOf(element: HtmlElement, root: HtmlElement): string {
  const labels = attribute(element, 'aria-labelledby')?.split(' ') ?? [];
  const texts = labels.map((id) => root.querySelector(`#${id}`)?.textContent ?? '');
  return (texts.join(' ') || attribute(element, 'aria-label') || '').trim();
}
