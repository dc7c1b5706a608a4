import './styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { pageLanguage } from './i18n/page-language.ts';
import { loadTexts } from './i18n/texts.ts';
import type { PageName } from './pages/names.ts';
import { loadPage } from './pages/pages.ts';
import { rememberFields } from './remember-fields.ts';
import { rememberArrival } from './stats/arrival.ts';

// The document says what it is; the address alone would not (the 404 page answers at any).
const page = document.documentElement.dataset.page as PageName;
const language = pageLanguage();

rememberArrival();

let begun = false;

// No await at the top level: the other chunks import from this one, and would wait for it to end first.
const begin = () =>
  Promise.all([loadPage[page](), loadTexts(page, language)]).then(([Page, texts]) => {
    if (begun) return;
    begun = true;
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

begin();
// The words, too, may have been dropped on their way (early/after-paint.ts).
addEventListener('pageshow', ({ persisted }) => persisted && begin());
