/** Run by the server. Reads content as JSON from stdin; writes the rendered files, or the page for editing, as JSON to stdout. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Content } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { editablePage } from './editable-page.tsx';
import { type Assets, renderSite } from './render-site.tsx';

type Job = { content: Content; editableLanguage?: Language };

const { content, editableLanguage }: Job = JSON.parse(await text(process.stdin));
const { siteUrl, ...assets }: Assets & { siteUrl: string | null } = JSON.parse(
  readFileSync(new URL('assets.json', import.meta.url), 'utf8'),
);
const result = editableLanguage
  ? editablePage(content, assets, editableLanguage)
  : await renderSite(content, assets, siteUrl);
process.stdout.write(JSON.stringify(result));
