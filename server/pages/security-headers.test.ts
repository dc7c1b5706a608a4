import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exampleFiles, inlineScript, inlineStyle, writeDist } from '#tests/example-dist.ts';
import { serve } from '#tests/example-server.ts';

const siteUrl = 'https://example.uz';
const { get } = await serve({ siteUrl });

describe('security headers', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  test('allow a page its own inline script and style, by hash, and nothing else inline', async () => {
    const csp = String((await get('/')).headers['content-security-policy']);
    expect(csp.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' ${hash(inlineScript)}`,
      `style-src 'self' ${hash(inlineStyle)}`,
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'upgrade-insecure-requests',
    ]);
  });

  test('do not mention https on a site without it', async () => {
    const { get } = await serve({ siteUrl: 'http://example.uz' });
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  test('allow what dist/build-info.json says that the page needs', async () => {
    const buildInfo = JSON.stringify({
      connect: ['https://project.supabase.co'],
      formAction: ['mailto:'],
    });
    const { get } = await serve({
      siteUrl,
      distDir: writeDist({ ...exampleFiles, 'build-info.json': buildInfo }),
    });
    const csp = (await get('/')).headers['content-security-policy'];
    expect(csp).toContain("connect-src 'self' https://project.supabase.co;");
    expect(csp).toContain("form-action 'self' mailto:;");
  });
});
