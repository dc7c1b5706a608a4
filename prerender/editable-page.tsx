import { renderToString } from 'react-dom/server';
import { type Content, merge, valuesOf } from '../content/content.ts';
import type { Language } from '../contract/languages.ts';
import { App } from '../site/App.tsx';
import { pageTexts } from '../site/i18n/page-texts.ts';
import { Landing } from '../site/pages/Landing.tsx';
import { htmlDocument } from './document.ts';
import type { Assets } from './render-site.tsx';

const styles =
  '[data-path]{cursor:text;border-radius:3px}[data-path]:hover{outline:2px dashed #e8a33d;outline-offset:2px}' +
  '[data-path][contenteditable]{outline:2px solid #e8a33d;outline-offset:2px}' +
  '[data-name]{background:#e8a33d55;border-radius:4px;padding:0 .2em}';

/** Private-use characters: one for each text, and one for the end of any. */
const first = 0xe000;
const end = '\uf8ff';

/** The landing page as without script, each text in an element that names its path: `<span data-path="texts.uz.hero.badge">`. */
export function editablePage(content: Content, { css, font }: Assets, language: Language): string {
  const texts = [...valuesOf(content)].filter(([path]) => path.startsWith('texts.'));
  const marked = merge(
    content,
    Object.fromEntries(
      texts.map(([path, text], index) => [path, String.fromCharCode(first + index) + text + end]),
    ),
  );
  const page = (
    <App page="landing" Page={Landing} language={language} texts={pageTexts(marked, 'landing', language)} />
  );
  return (
    htmlDocument({
      ...{ language, page: 'landing', font, css: css + styles, body: renderToString(page) },
      head: '<title>Landing page</title><meta name="robots" content="noindex">',
    })
      // Attributes cannot hold elements.
      .replace(/<[^>]*>/g, (tag) => tag.replace(/[\ue000-\uf8ff]/g, ''))
      // A mark beside a word that prose() keeps together is inside the word's element.
      .replace(/(<span class="together">)([\ue000-\uf8fe])/g, '$2$1')
      .replace(/(<span class="together">[^<]*)\uf8ff<\/span>/g, `$1</span>${end}`)
      .replace(/[\ue000-\uf8fe]/g, (mark) => `<span data-path="${texts[mark.charCodeAt(0) - first]?.[0]}">`)
      .replaceAll(end, '</span>')
  );
}
