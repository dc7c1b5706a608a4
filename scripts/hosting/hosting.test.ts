import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { inlineNeeds } from '../../server/pages/inline.ts';
import { securityHeaders } from '../../server/pages/security-headers.ts';
import { exampleFiles, inlineScript, page, removeDists, writeDist } from '../../tests/example-dist.ts';
import { cloudflare, type Host, netlify, vercel } from '../../tests/stand-ins/host-rules.ts';
import { whyBuild } from '../manifest.ts';
import { finishDist } from './hosting.ts';

afterAll(removeDists);

const environment = { SITE_URL: 'https://example.uz/', PUBLIC_SUPABASE_URL: 'https://project.supabase.co' };
/** The terms page is the only one with this script: its hash has to be in every policy all the same. */
const special = '<script>special()</script>';
const dist = writeDist({
  ...exampleFiles,
  'terms.en.html': page('terms', 'en').replace('</head>', `${special}</head>`),
});
await finishDist(dist, environment);
const read = (name: string) => readFileSync(join(dist, name), 'utf8');

const hosts: [string, Host][] = [
  ['Netlify', netlify(dist)],
  ['Vercel', vercel(dist)],
  ['Cloudflare Pages', await cloudflare(dist)],
];

describe.each(hosts)('on %s', (name, host) => {
  test.each([
    ['/', 200, '/index.html'],
    ['/?utm_source=telegram', 200, '/index.html'],
    ['/?lang=en', 200, '/index.en.html'],
    ['/?lang=ru', 200, '/index.ru.html'],
    ['/privacy', 200, '/privacy.html'],
    ['/terms?lang=en', 200, '/terms.en.html'],
    ['/?utm_source=telegram&utm_medium=post&utm_campaign=fall&lang=ru', 200, '/index.ru.html'],
    ['/?lang=en&fbclid=abc', 200, '/index.en.html'],
    ['/assets/main-abc123.js', 200, '/assets/main-abc123.js'],
    ['/favicon.svg', 200, '/favicon.svg'],
    ['/nowhere', 404, '/404.html'],
    ['/nowhere/else?lang=en', 404, '/404.en.html'],
    ['/nowhere?lang=ru', 404, '/404.ru.html'],
  ])('%s is answered with %i and %s', async (target, status, file) => {
    const answer = await host(target);
    expect([answer.status, answer.file]).toEqual([status, file]);
  });

  test('every answer carries the security headers of the server, with what any page needs', async () => {
    const { scripts, styles } = inlineNeeds(
      `<script>${inlineScript}</script>${special}${exampleFiles['favicon.svg']}`,
    );
    for (const target of ['/', '/?lang=en', '/terms', '/nowhere', '/assets/main-abc123.js', '/favicon.svg']) {
      const { headers } = await host(target);
      const { 'Content-Security-Policy': policy, ...rest } = securityHeaders(true);
      expect(policy).toBeDefined();
      expect(headers).toMatchObject(rest);
      for (const hash of [...scripts, ...styles])
        expect(headers['Content-Security-Policy']).toContain(`'${hash}'`);
      expect(headers['Content-Security-Policy']).toContain("connect-src 'self' https://project.supabase.co;");
    }
  });

  test('assets are kept for good, icons for a day, pages are asked about', async () => {
    const cache = async (target: string) => (await host(target)).headers['Cache-Control'];
    expect(await cache('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cache('/favicon.svg')).toBe('public, max-age=86400');
    for (const target of ['/?lang=en', '/assets/gone.js'])
      expect([undefined, 'no-cache']).toContain(await cache(target));
  });

  test('a language the site does not have never ends in a loop', async () => {
    for (const language of ['uz', '', 'xx']) {
      const answer = await host(`/?lang=${language}`);
      if (name === 'Cloudflare Pages') expect([answer.status, answer.headers.Location]).toEqual([301, '/']);
      else expect([answer.status, answer.file]).toEqual([200, '/index.html']);
    }
  });
});

describe.each(hosts.slice(1))('on %s also', (_, host) => {
  test('the language counts beside any other parameter', async () => {
    expect((await host('/?from=a+friend&lang=ru')).file).toBe('/index.ru.html');
  });

  test('other names of a page lead to it', async () => {
    for (const [target, location] of [
      ['/index.html', '/'],
      ['/privacy/', '/privacy'],
      ['/terms.html', '/terms'],
    ] as const) {
      const answer = await host(target);
      expect([answer.status, answer.headers.Location]).toEqual([301, location]);
    }
  });

  test('a document has no address of its own', async () => {
    for (const target of ['/index.en.html', '/404.html', '/500.html', '/terms.ru.html']) {
      expect((await host(target)).status).toBe(404);
    }
  });
});

describe('the worker for Cloudflare Pages', () => {
  const host = hosts[2]?.[1] as Host;

  test('hands "not modified" on for a page, never for the 404 page', async () => {
    const known = { headers: { 'If-None-Match': '"tag"' } };
    expect((await host('/?lang=en', known)).status).toBe(304);
    const missing = await host('/nowhere', known);
    expect([missing.status, missing.headers['X-Robots-Tag']]).toEqual([404, 'noindex']);
  });

  test('refuses other methods and says what it takes', async () => {
    const answer = await host('/', { method: 'POST' });
    expect([answer.status, answer.headers.Allow]).toEqual([405, 'GET, HEAD']);
  });

  test('does not show the notes to the hosts', async () => {
    for (const target of ['/_headers', '/_worker.js', '/vercel.json', '/site.json']) {
      expect((await host(target)).status).toBe(404);
    }
  });

  test('leaves assets to the host, which has them under `_headers`', () => {
    expect(JSON.parse(read('_routes.json'))).toEqual({ version: 1, include: ['/*'], exclude: ['/assets/*'] });
  });
});

test('_headers is within what Cloudflare reads: 100 rules, 2,000 characters a line', () => {
  const lines = read('_headers').split('\n');
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThan(100);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
});

describe('the end of a build', () => {
  test('puts SITE_URL into the pages, where a static host could not', () => {
    expect(read('index.en.html')).toContain('<link rel="canonical" href="https://example.uz/?lang=en">');
    expect(read('sitemap.xml')).not.toContain(placeholderOrigin);
  });

  test('marks the build as finished', () => {
    expect(whyBuild(dist, environment)).toBeUndefined();
  });

  test('without SITE_URL leaves that to the server, and warns when there will be none', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const served = writeDist();
    await finishDist(served, {});
    expect(warn).not.toHaveBeenCalled();
    expect(readFileSync(join(served, 'index.html'), 'utf8')).toContain(placeholderOrigin);
    await finishDist(writeDist(), { PUBLIC_SUPABASE_URL: 'https://project.supabase.co' });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('SITE_URL'));
  });

  test('stops on an inline style, which the policy would block', async () => {
    const broken = writeDist({ ...exampleFiles, 'terms.html': '<p style="color:red">' });
    await expect(finishDist(broken, {})).rejects.toThrow('/terms.html has an attribute');
    expect(whyBuild(broken, {})).toBeDefined();
  });
});
