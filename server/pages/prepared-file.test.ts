import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exampleFiles, page, writeDist } from '#tests/example-dist.ts';
import { serve } from '#tests/example-server.ts';

const siteUrl = 'https://example.uz';
const plain = page('', 'uz');
const distDir = writeDist({
  ...exampleFiles,
  'index.html.br': brotliCompressSync(plain),
  'index.html.gz': gzipSync(plain),
});
const { get } = await serve({ siteUrl, distDir });

describe('a page', () => {
  test('is sent in the best encoding that the browser accepts', async () => {
    const br = await get('/', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.body).toString()]).toEqual(['br', plain]);
    const gzip = await get('/', { 'Accept-Encoding': 'gzip, deflate' });
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.body).toString()]).toEqual(['gzip', plain]);
    const none = await get('/', { 'Accept-Encoding': 'identity' });
    expect([none.headers['content-encoding'], none.body.toString()]).toEqual([undefined, plain]);
    const refused = await get('/', { 'Accept-Encoding': 'br;q=0, gzip; q=0.5' });
    expect(refused.headers['content-encoding']).toBe('gzip');
    for (const { headers, body } of [br, gzip, none]) {
      expect([headers.vary, headers['content-length']]).toEqual(['Accept-Encoding', String(body.length)]);
    }
  });

  test('is not sent again to a browser that has it in its cache', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const first = await get('/', headers);
    const tag = String(first.headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
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
