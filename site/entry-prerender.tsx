import './styles/index.css';
import { renderToString } from 'react-dom/server';
import { App } from './App.tsx';
import type { Language } from './i18n/languages.ts';
import { loadTexts } from './i18n/texts.ts';
import { ErrorPage } from './pages/ErrorPage/ErrorPage.tsx';
import type { PageName } from './pages/names.ts';
import { loadPage } from './pages/pages.ts';

/** The page's content as HTML, and the words its head is made of. */
export async function render(page: PageName, language: Language) {
  const [Page, texts] = await Promise.all([loadPage[page](), loadTexts(page, language)]);
  return { texts, body: renderToString(<App page={page} Page={Page} language={language} texts={texts} />) };
}

export const renderError = (reason: string): string => renderToString(<ErrorPage reason={reason} />);
