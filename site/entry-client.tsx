import './styles/index.css';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { Language } from './i18n/languages.ts';
import { loadTexts } from './i18n/texts.ts';
import type { PageName } from './pages/names.ts';
import { loadPage } from './pages/pages.ts';

// The document says what it is; the address alone would not (the 404 page answers at any).
const { lang, dataset } = document.documentElement;
const page = dataset.page as PageName;
const language = lang as Language;
const [Page, texts] = await Promise.all([loadPage[page](), loadTexts(page, language)]);

hydrateRoot(
  document.getElementById('root') as HTMLElement,
  <App page={page} Page={Page} language={language} texts={texts} />,
);
