/** The transfer size of pages and files. The limits are in package.json under `budgets`. */
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inboxPath } from '#contract/addresses.ts';
import { inboxFolder, readDist, readFiles } from '#server/pages/dist.ts';
import { blockedAttributes, inlineSources } from '#server/pages/inline.ts';
import { prepareSite } from '#server/pages/prepare-site.ts';
import { responseFrom } from '#server/pages/prepared-file.ts';
import { budgets } from '../package.json' with { type: 'json' };
import { sharedSite, siteUrl } from './built-site.ts';
import { attribute, parseHtml } from './html.ts';

const site = await sharedSite();
const dist = readDist(site.dir);
const documents = prepareSite(dist, siteUrl);

describe.each(['/', '/?lang=en', '/?lang=ru'])('%s', (target) => {
  const body = bodyOf(target);
  const html = brotliDecompressSync(body).toString();
  const font = size(/\/assets\/onest-[^)"' ]+/.exec(html)?.[0] as string);

  test('the document with its inline styles is within its budget', () => {
    expect(body.length).toBeLessThanOrEqual(budgets.html);
  });

  test('the first packets contain the whole first screen', () => {
    // A server sends 14,600 bytes (ten packets) before it waits for the client. HTTP/2 headers and frames take about 1,100.
    const begin = body.subarray(0, budgets.firstScreen);
    const arrived = brotliDecompressSync(begin, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString();
    const hero = /<section[^>]* aria-labelledby="hero-title".*?<\/section>/s.exec(html)?.[0] as string;
    expect(hero).toContain('<h1');
    expect(arrived).toContain(hero);
  });

  test('its font is within its budget', () => {
    expect(font).toBeLessThanOrEqual(budgets.font);
  });
});

const pages = dist.files.filter(({ type }) => type.startsWith('text/html'));
test.each(pages)('$path loads no more script than its budget allows', ({ path, bytes }) => {
  const scripts = scriptsOf(parseHtml(bytes.toString()));
  // Only the server's error page has no script.
  expect(scripts.length > 0).toBe(!path.startsWith('/500'));
  // Most readers of a legal page come from the landing page and have cached most of the script.
  const isLegal = /^\/(privacy|terms)\./.test(path);
  expect(sum(scripts.map(size))).toBeLessThanOrEqual(isLegal ? budgets.legalScript : budgets.script);
});

test.each(['uz', 'en', 'ru'])('the preview picture in %s is small enough for messengers', (language) => {
  expect(site.read(`social-${language}.png`).length).toBeLessThanOrEqual(budgets.socialImage);
});

describe('the inbox', () => {
  const inbox = new Map(readFiles(join(site.dir, inboxFolder)).map((file) => [inboxPath + file.path, file]));
  const html = inbox.get(`${inboxPath}/index.html`)?.bytes.toString() ?? '';

  test('has one script bundle, within its budget', () => {
    const scripts = [...inbox].filter(([path]) => path.endsWith('.js'));
    expect(scripts.filter(([path]) => !html.includes(path))).toEqual([]);
    expect(sum(scripts.map(([, file]) => file.br?.length ?? Number.NaN))).toBeLessThanOrEqual(
      budgets.inboxScript,
    );
  });

  test('has no regular expression with a lookbehind, which Safari 16.3 cannot parse', () => {
    const scripts = [...inbox.values()].filter(({ type }) => type.includes('javascript'));
    expect(scripts.filter(({ bytes }) => /\(\?<[=!]/.test(bytes.toString())).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test('has no inline script or style, which its policy forbids', () => {
    expect(inlineSources(html)).toEqual({ scripts: [], styles: [], dataImages: false });
    expect(blockedAttributes(html)).toEqual([]);
  });

  test('is mentioned by no file of the site, and its files are not served as the site’s', () => {
    const { files } = dist;
    expect(files.filter(({ path }) => path.includes('inbox'))).toEqual([]);
    const text = files.filter(({ type }) => /html|javascript|json|xml|plain|manifest/.test(type));
    expect(text.length).toBeGreaterThan(10);
    expect(text.filter(({ bytes }) => bytes.includes('/inbox')).map(({ path }) => path)).toEqual([]);
  });
});

function bodyOf(target: string): Buffer {
  const document = documents.get(target);
  const body = document && responseFrom(document, 'br').body;
  if (!body) throw new Error(`There is nothing at ${target}`);
  return body;
}

function scriptsOf(root: ReturnType<typeof parseHtml>): string[] {
  return root.querySelectorAll('script[src]').map((script) => attribute(script, 'src') as string);
}

const size = (target: string) => bodyOf(target).length;

function sum(sizes: number[]): number {
  return sizes.reduce((total, each) => total + each, 0);
}
