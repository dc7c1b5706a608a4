import '../site/styles/index.css';
import { renderToString } from 'react-dom/server';
import type { Language } from '../contract/languages.ts';
import { App } from '../site/App.tsx';
import { loadTexts } from '../site/i18n/texts.ts';
import { ErrorPage } from '../site/pages/ErrorPage/ErrorPage.tsx';
import type { PageName } from '../site/pages/names.ts';
import { loadPage } from '../site/pages/pages.ts';

/** The page's content as HTML, and the words its head is made of. */
export async function render(page: PageName, language: Language) {
  const [Page, texts] = await Promise.all([loadPage[page](), loadTexts(page, language)]);
  return { texts, body: renderToString(<App page={page} Page={Page} language={language} texts={texts} />) };
}

export const renderError = (reason: string): string => renderToString(<ErrorPage reason={reason} />);
