import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Content } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { type SiteFile, siteFile } from '#server/pages/dist.ts';
import { OwnError } from '#server/runtime/own-error.ts';

export type Renderer = {
  /** A hash of the program and of the parts of the build that it uses. */
  build: string;
  /** Everything rendered from the content: HTML, JSON, the sitemap, … */
  site(content: Content): Promise<SiteFile[]>;
  /** The landing page for the editor. */
  page(content: Content, language: Language): Promise<string>;
};

const renderTimeoutMs = 30_000;

/** Null without dist/prerender, as in development. */
export function rendererOf(distDir: string): Renderer | null {
  const folder = join(distDir, 'prerender');
  const program = join(folder, 'render-for-server.js');
  if (!existsSync(program)) return null;
  const hash = createHash('sha256').update(readFileSync(program));
  return {
    build: hash.update(readFileSync(join(folder, 'assets.json'))).digest('base64url'),
    async site(content) {
      const files = Object.entries((await run(program, { content })) as Record<string, string>);
      return Promise.all(files.map(([path, text]) => siteFile(path, text)));
    },
    page: (content, editableLanguage) => run(program, { content, editableLanguage }) as Promise<string>,
  };
}

async function run(program: string, job: object): Promise<unknown> {
  const options = { timeout: renderTimeoutMs, env: { NODE_ENV: 'production' } };
  const child = spawn(process.execPath, [program], options);
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(job));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0)
    throw new OwnError(`The pages could not be rendered: ${errors.trim().slice(0, 500) || code}`);
  return JSON.parse(output);
}
