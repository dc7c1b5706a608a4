import { expect, test } from 'vitest';
import { inlineSources } from '#server/pages/inline.ts';
import { securityHeaders } from '#server/pages/security-headers.ts';
import { exampleFiles, inlineScript, page, writeDist } from '#tests/example-dist.ts';
import { netlify } from '#tests/stand-ins/netlify.ts';
import { writeNetlifyFiles } from './netlify.ts';

/** Only the terms page has this script, but every policy has to allow it. */
const special = '<script>special()</script>';
const dist = writeDist({
  ...exampleFiles,
  'build-info.json': JSON.stringify({ connect: ['https://project.supabase.co'] }),
  'terms.en.html': page('terms', 'en').replace('</head>', `${special}</head>`),
});
writeNetlifyFiles(dist);
const ask = netlify(dist);

test.each([
  ['/', 200, '/index.html'],
  ['/?utm_source=telegram', 200, '/index.html'],
  ['/?lang=en', 200, '/index.en.html'],
  ['/?lang=uz', 200, '/index.html'],
  ['/?lang=xx', 200, '/index.html'],
  ['/terms?lang=en', 200, '/terms.en.html'],
  ['/?utm_source=telegram&utm_medium=post&utm_campaign=fall&lang=ru', 200, '/index.ru.html'],
  ['/assets/main-abc123.js', 200, '/assets/main-abc123.js'],
  ['/nowhere/else?lang=en', 404, '/404.en.html'],
])('on Netlify %s gets %i and %s', (target, status, file) => {
  expect(ask(target)).toMatchObject({ status, file });
});

test('every response has the server’s security headers, and its policy allows what any page needs', () => {
  const { scripts, styles } = inlineSources(
    `<script>${inlineScript}</script>${special}${exampleFiles['favicon.svg']}`,
  );
  const { 'Content-Security-Policy': _, ...rest } = securityHeaders(true);
  for (const target of ['/', '/?lang=en', '/terms', '/nowhere', '/assets/main-abc123.js']) {
    const { headers } = ask(target);
    expect(headers).toMatchObject(rest);
    for (const hash of [...scripts, ...styles])
      expect(headers['Content-Security-Policy']).toContain(`'${hash}'`);
    expect(headers['Content-Security-Policy']).toContain("connect-src 'self' https://project.supabase.co;");
  }
});

test('assets are cached for a year, icons for a day, pages and missing files not at all', () => {
  const cache = (target: string) => ask(target).headers['Cache-Control'];
  expect(cache('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
  expect(cache('/favicon.svg')).toBe('public, max-age=86400');
  for (const target of ['/?lang=en', '/assets/gone.js']) expect(cache(target)).toBeUndefined();
});
