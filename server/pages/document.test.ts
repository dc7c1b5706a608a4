import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { page } from '../../tests/example-dist.ts';
import { serve } from '../../tests/example-server.ts';
import { improveCompressions } from './document.ts';

const siteUrl = 'https://example.uz';
const built = (name: string, language: string) => page(name, language).replaceAll(placeholderOrigin, siteUrl);
const { get } = await serve({ siteUrl });

describe('a page', () => {
  test('comes in the best encoding the browser names', async () => {
    const plain = built('', 'uz');
    const br = await get('/', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', plain]);
    const gzip = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', plain]);
    const none = await get('/', { 'Accept-Encoding': 'GZIP;q=0.0, identity' });
    expect([none.headers['content-encoding'], none.body.toString()]).toEqual([undefined, plain]);
    const hidden = await get('/', { 'Accept-Encoding': `${','.repeat(1000)}br` });
    expect(hidden.headers['content-encoding'], 'looked for without end').toBe(undefined);
    for (const { headers, body } of [br, gzip, none]) {
      expect([headers.vary, headers['content-length']]).toEqual(['Accept-Encoding', String(body.length)]);
    }
  });

  test('is sent in the best compression there is once it has been found, under the same tag', async () => {
    const params = (quality: number) => ({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
    const text = Buffer.from(built('', 'uz'));
    const best = brotliCompressSync(text, params(11)).length;
    expect(best).toBeLessThan(brotliCompressSync(text, params(6)).length);
    const first = await get('/', { 'Accept-Encoding': 'br' });
    expect(first.body.length).toBeGreaterThan(best);
    await improveCompressions(0);
    const later = await get('/', { 'Accept-Encoding': 'br' });
    expect(later.body.length).toBe(best);
    expect(later.headers.etag).toBe(first.headers.etag);
    expect(brotliDecompressSync(later.body).equals(text)).toBe(true);
  });

  test('is not sent again to a browser that still has it', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const first = await get('/', headers);
    const tag = String(first.headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('/', { ...headers, 'If-None-Match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
      expect([again.headers.vary, again.headers['cache-control']]).toEqual(['Accept-Encoding', 'no-cache']);
    }
    expect((await get('/', { ...headers, 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get('/', { 'If-None-Match': tag })).status).toBe(200);
    expect((await get('/?lang=en', { ...headers, 'If-None-Match': tag })).status).toBe(200);
  });
});
