/** A small site with the same layout as the real `dist/`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const inlineScript = "document.documentElement.classList.add('js')";
export const inlineStyle = 'body{color:#123456}';

export function page(name: string, language: string): string {
  const query = language === 'uz' ? '' : `?lang=${language}`;
  return `<!doctype html>
<html lang="${language}"><head><title>${name} ${language}</title>
<link rel="canonical" href="https://example.uz/${name}${query}">
<style>${inlineStyle}</style><script>${inlineScript}</script>
<script type="application/ld+json">{"url":"https://example.uz/"}</script>
</head><body>${'<p>grant</p>'.repeat(50)}</body></html>
`;
}

export const exampleFiles: Record<string, string | Buffer> = {
  '500.html': '<!doctype html><title>500</title><h1>Unexpected Application Error!</h1>',
  'assets/main-abc123.js': `console.log('main');${'// filler\n'.repeat(50)}`,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><style>path{fill:red}</style></svg>',
  'robots.txt': `User-agent: *\nAllow: /\nSitemap: https://example.uz/sitemap.xml\n`,
  'sitemap.xml': `<urlset><url><loc>https://example.uz/</loc></url></urlset>`,
  'build-info.json': JSON.stringify({ sourceFingerprint: 'abc' }),
  _headers: '/*\n  X: y\n',
  '.hidden': 'secret',
  'prerender/render-for-server.js': 'secret',
  'prerender/assets.json': 'secret',
};
for (const name of ['index', 'privacy', 'terms', '404']) {
  for (const language of ['uz', 'en', 'ru']) {
    const file = language === 'uz' ? `${name}.html` : `${name}.${language}.html`;
    exampleFiles[file] = page(name === 'index' ? '' : name, language);
  }
}

const written: string[] = [];

/** Called by `after-each-file.ts`. */
export function removeDists(): void {
  for (const dir of written.splice(0)) rmSync(dir, { recursive: true, force: true });
}

export function writeDist(files: Record<string, string | Buffer> = exampleFiles): string {
  const dir = mkdtempSync(join(tmpdir(), 'dist-'));
  written.push(dir);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  return dir;
}
