import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { buildSiteWith, siteUrl as origin, retentionDays, sharedSite } from './built-site.ts';
import { attribute, decode, parseHtml } from './html.ts';

const site = await sharedSite();
const refusal = await buildSiteWith({ SITE_URL: 'example.uz/start' }).catch((error) => error);
const read = (path: string) => site.read(path).toString();

const pages = ['index', 'privacy', 'terms'].flatMap((name) =>
  languageCodes.map((language) => {
    const file = language === 'uz' ? `${name}.html` : `${name}.${language}.html`;
    const path = name === 'index' ? '/' : `/${name}`;
    return { file, language, address: `${origin}${path}${language === 'uz' ? '' : `?lang=${language}`}` };
  }),
);
const heads = new Map(pages.map(({ file, address }) => [address, headOf(read(file))]));

describe.each(pages)('$file', ({ file, language, address }) => {
  const head = headOf(read(file));

  test('links to its canonical address and to all its languages, and they link back', () => {
    expect(head.canonical).toBe(address);
    expect(Object.keys(head.alternates)).toEqual([...languageCodes, 'x-default']);
    expect(head.alternates[language]).toBe(address);
    expect(head.alternates['x-default']).toBe(head.alternates.uz);
    for (const code of languageCodes) {
      expect(heads.get(head.alternates[code] as string)?.alternates).toEqual(head.alternates);
    }
  });

  test('has the Open Graph data that messengers read', () => {
    const locales = { uz: 'uz_UZ', en: 'en_US', ru: 'ru_RU' };
    expect(head.meta).toMatchObject({
      'og:type': ['website'],
      'og:url': [address],
      'og:title': [head.title],
      'og:description': head.meta.description,
      'og:locale': [locales[language]],
      'og:locale:alternate': languageCodes.filter((code) => code !== language).map((code) => locales[code]),
      'og:image': [`${origin}/social-${language}.png`],
      'og:image:type': ['image/png'],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [expect.stringMatching(/\S/)],
      'twitter:card': ['summary_large_image'],
    });
    expect(head.meta.robots).toBeUndefined();
  });

  test('has only visible texts in its structured data', () => {
    const root = parseHtml(read(file));
    const visible = decode(root.querySelector('#root')?.textContent ?? '');
    const block = root.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    const texts = [...block.matchAll(/"(?:name|text|description)":"((?:[^"\\]|\\.)*)"/g)]
      .map(([, text]) => JSON.parse(`"${text}"`))
      .filter((text) => text !== head.title && text !== head.meta.description?.[0]);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(visible).toContain(text);
  });
});

test('every page has a unique title and description', () => {
  const texts = [...heads.values()].flatMap(({ title, meta }) => [title, meta.description?.[0]]);
  expect(new Set(texts).size).toBe(2 * pages.length);
  expect(texts).not.toContain(undefined);
});

test.each(['404.html', '404.en.html', '404.ru.html', '500.html'])(
  '%s stays out of search results',
  (file) => {
    const head = headOf(read(file));
    expect(head.meta.robots).toEqual(['noindex']);
    expect(head.canonical).toBeNull();
    expect(head.alternates).toEqual({});
    expect(read(file)).not.toContain('ld+json');
  },
);

test('robots.txt links to the sitemap and lets Yandex drop campaign parameters, but not the language', () => {
  const lines = read('robots.txt').split('\n');
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`);
  const dropped = lines.find((line) => line.startsWith('Clean-param: '))?.slice('Clean-param: '.length);
  expect(dropped?.split('&')).toContain('utm_source');
  expect(dropped?.split('&')).not.toContain('lang');
});

test('every linked icon and manifest exists, and pictures have the declared size', () => {
  const html = pages.map(({ file }) => read(file)).join('');
  const named = new Set(
    [...html.matchAll(/href="(\/[^"?#]+\.(?:ico|svg|png|webmanifest))"/g)].map(([, path]) => path),
  );
  expect(named.size).toBe(3 + languageCodes.length);
  for (const path of named) expect(read(path as string)).not.toBe('');

  for (const { src, sizes, type } of JSON.parse(read('/site.webmanifest')).icons)
    if (type === 'image/png') expect(sizeOf(src).join('x')).toBe(sizes);
  expect(sizeOf('/apple-touch-icon.png')).toEqual([180, 180]);
  for (const language of languageCodes) expect(sizeOf(`/social-${language}.png`)).toEqual([1200, 630]);
});

test('a build with an invalid SITE_URL fails with a sentence', () => {
  expect(refusal).toMatchObject({ code: 1, stderr: expect.stringContaining('SITE_URL must be like') });
});

test.each(['privacy.html', 'privacy.en.html', 'privacy.ru.html'])(
  '%s states the retention period',
  (file) => {
    const text = parseHtml(read(file)).querySelector('main')?.textContent;
    expect(text).toMatch(new RegExp(`\\b${retentionDays}\\b`));
  },
);

function headOf(html: string) {
  const root = parseHtml(html);
  const meta: Record<string, string[]> = {};
  for (const element of root.querySelectorAll('meta')) {
    const name = attribute(element, 'name') ?? attribute(element, 'property');
    if (name) meta[name] = [...(meta[name] ?? []), attribute(element, 'content') ?? ''];
  }
  const alternates = root
    .querySelectorAll('link[rel="alternate"]')
    .map((link) => [attribute(link, 'hreflang'), attribute(link, 'href')]);
  return {
    title: decode(root.querySelector('title')?.textContent ?? ''),
    canonical: attribute(root.querySelector('link[rel="canonical"]'), 'href'),
    alternates: Object.fromEntries(alternates) as Record<string, string>,
    meta,
  };
}

/** Width and height from the PNG's header. */
function sizeOf(path: string): number[] {
  const png = site.read(path);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
