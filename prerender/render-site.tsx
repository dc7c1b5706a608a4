import '#site/styles/index.css';
import { createHash } from 'node:crypto';
import { renderToString } from 'react-dom/server';
import type { Content } from '#content/content.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { pageFile } from '#contract/page-address.ts';
import { type PageName, pageNames, pages } from '#contract/pages.ts';
import { App } from '#site/App.tsx';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { type Texts, textsAddress } from '#site/i18n/texts.ts';
import { ErrorPage } from '#site/pages/ErrorPage/ErrorPage.tsx';
import { loadPage } from '#site/pages/pages.ts';
import { htmlDocument, type Script } from './document.ts';
import { errorHeadTags, headTags } from './head/head.ts';
import { structuredData } from './head/structured-data.ts';
import { rootFiles } from './root-files/root-files.ts';

/** The output of the bundler. */
export type Assets = {
  css: string;
  font: string;
  early: string;
  atEnd: string;
  scripts: Record<PageName, Script[]>;
};

const legalSettings = {
  retentionDays: __RETENTION_DAYS__,
  supabaseProject: __SUPABASE_PROJECT__?.origin ?? null,
};

export const textsOf = (content: Content, page: PageName, language: Language): Texts =>
  pageTexts(content, page, language, legalSettings);

/** Styles come before the first screen: the landing page goes without those of other pages (`Page-name` in CSS modules). */
const forLanding = (css: string) => css.replace(/\.(Legal|NotFound)-[^{}]*\{[^}]*\}/g, '');

/** Every text file of the site by its path: pages, their texts, and the files for search engines. */
export async function renderSite(
  content: Content,
  { scripts, ...assets }: Assets,
  siteUrl: string | null,
): Promise<Record<string, string>> {
  const all = pageNames.flatMap((page) =>
    languageCodes.map((language) => ({ page, language, texts: textsOf(content, page, language) })),
  );
  const version = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12);
  const files: Record<string, string> = {
    '/500.html': htmlDocument({
      language: 'en',
      page: 'error',
      css: assets.css,
      head: errorHeadTags('500'),
      body: renderToString(<ErrorPage reason="500 Internal Server Error" />),
    }),
  };
  for (const { page, language, texts } of all) {
    const Page = await loadPage[page]();
    const address = textsAddress(page, language, version);
    files[address] = JSON.stringify(texts);
    files[pageFile(pages[page].path, language)] = htmlDocument({
      ...assets,
      css: page === 'landing' ? forLanding(assets.css) : assets.css,
      page,
      language,
      scripts: scripts[page],
      texts: { version, address },
      head: headTags(page, language, texts, siteUrl),
      body: renderToString(<App page={page} Page={Page} language={language} texts={texts} />),
      structuredData: structuredData(page, language, texts, siteUrl),
    });
  }
  const ofLanding = (language: Language) => textsOf(content, 'landing', language);
  return {
    ...files,
    ...rootFiles({ uz: ofLanding('uz'), en: ofLanding('en'), ru: ofLanding('ru') }, siteUrl),
  };
}
