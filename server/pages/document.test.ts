import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { placeholderOrigin } from '../../contract/origin.ts';
import { page, writeDist } from '../../tests/example-dist.ts';
import { ask, serve } from '../../tests/example-server.ts';
import { startServerProcess } from '../../tests/processes.ts';

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
    // By the server's own program: it is the one to ask for it.
    const dataDir = mkdtempSync(join(tmpdir(), 'document-test-'));
    const server = await startServerProcess(writeDist(), { SITE_URL: siteUrl, DATA_DIR: dataDir });
    const landing = () => ask(server.port, '/', { 'Accept-Encoding': 'br', Host: 'example.uz' }, 'GET');
    const first = await landing();
    expect(first.body.length).toBeGreaterThan(best);
    const later = await vi.waitFor(async () => {
      const reply = await landing();
      expect(reply.body.length).toBe(best);
      return reply;
    }, 20_000);
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true });
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
