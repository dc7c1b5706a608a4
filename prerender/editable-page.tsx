import { renderToString } from 'react-dom/server';
import { type Content, merge, valuesOf } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { markText } from '#contract/text-marks.ts';
import { App } from '#site/App.tsx';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { Landing } from '#site/pages/Landing.tsx';
import { htmlDocument } from './document.ts';
import type { Assets } from './render-site.tsx';

const styles =
  '[data-path]{cursor:pointer;border-radius:3px}[data-path]:hover{outline:2px dashed #e8a33d;outline-offset:2px}' +
  '[data-chosen]{outline:2px solid #f4a91f!important;outline-offset:3px;background:#f4a91f33}';

/**
 * The landing page without script, for the editor. Every text is between two characters of private use, which say where it
 * begins and ends, and which one it is by its place among the paths; the inbox turns them into elements.
 */
export function editablePage(content: Content, { css, font }: Assets, language: Language): string {
  const texts = [...valuesOf(content)].filter(([path]) => path.startsWith('texts.'));
  const marked = merge(
    content,
    Object.fromEntries(texts.map(([path, text], index) => [path, markText(text, index)])),
  );
  const page = (
    <App page="landing" Page={Landing} language={language} texts={pageTexts(marked, 'landing', language)} />
  );
  const head = '<title>Landing page</title><meta name="robots" content="noindex">';
  return htmlDocument({
    language,
    page: 'landing',
    font,
    css: css + styles,
    head,
    body: renderToString(page),
  });
}
