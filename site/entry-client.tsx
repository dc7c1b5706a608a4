import './styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Language } from '../contract/languages.ts';
import { App } from './App.tsx';
import { rememberArrival } from './figures/arrival.ts';
import { loadTexts } from './i18n/texts.ts';
import type { PageName } from './pages/names.ts';
import { loadPage } from './pages/pages.ts';
import { rememberFields } from './remember-fields.ts';

// The document says what it is; the address alone would not (the 404 page answers at any).
const { lang, dataset } = document.documentElement;
const page = dataset.page as PageName;
const language = lang as Language;

rememberArrival();

// No await at the top level: the other chunks import from this one, and would wait for it to end first.
Promise.all([loadPage[page](), loadTexts(page, language)]).then(([Page, texts]) => {
  const carryOver = rememberFields();
  // As a transition React takes the page over in slices of 5 ms, between which the visitor is served.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
      <App page={page} Page={Page} language={language} texts={texts} />,
      {
        // A translator or an extension changed the page before React was there: React has made all of it anew.
        onRecoverableError(error) {
          console.error(error);
          carryOver();
        },
      },
    );
  });
});
