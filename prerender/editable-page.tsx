import { renderToString } from 'react-dom/server';
import { type Content, merge, valuesOf } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import { App } from '#site/App.tsx';
import { pageTexts } from '#site/i18n/page-texts.ts';
import { Landing } from '#site/pages/Landing.tsx';
import { htmlDocument } from './document.ts';
import type { Assets } from './render-site.tsx';

const styles =
  '[data-path]{cursor:text;border-radius:3px}[data-path]:hover{outline:2px dashed #e8a33d;outline-offset:2px}' +
  '[data-path][contenteditable]{outline:2px solid #e8a33d;outline-offset:2px}' +
  '[data-name]{background:#e8a33d55;border-radius:4px;padding:0 .2em}';

/** Private-use characters: a different one at the start of each text, the same one at every end. */
const firstMark = 0xe000;
const endMark = '\uf8ff';

/**
 * The landing page without script, for editing. Marks all texts, renders the page, then replaces the marks with
 * `<span data-path="texts.uz.hero.badge">`.
 */
export function editablePage(content: Content, { css, font }: Assets, language: Language): string {
  const texts = [...valuesOf(content)].filter(([path]) => path.startsWith('texts.'));
  const marked = merge(
    content,
    Object.fromEntries(
      texts.map(([path, text], index) => [path, String.fromCharCode(firstMark + index) + text + endMark]),
    ),
  );
  const page = (
    <App page="landing" Page={Landing} language={language} texts={pageTexts(marked, 'landing', language)} />
  );
  const head = '<title>Landing page</title><meta name="robots" content="noindex">';
  const body = renderToString(page);
  return (
    htmlDocument({ language, page: 'landing', font, css: css + styles, head, body })
      // Attributes cannot hold elements.
      .replace(/<[^>]*>/g, (tag) => tag.replace(/[\ue000-\uf8ff]/g, ''))
      // Move marks out of the elements of unbreakable().
      .replace(/(<span class="nowrap">)([\ue000-\uf8fe])/g, '$2$1')
      .replace(/(<span class="nowrap">[^<]*)\uf8ff<\/span>/g, `$1</span>${endMark}`)
      .replace(
        /[\ue000-\uf8fe]/g,
        (mark) => `<span data-path="${texts[mark.charCodeAt(0) - firstMark]?.[0]}">`,
      )
      .replaceAll(endMark, '</span>')
  );
}
