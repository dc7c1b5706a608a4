import './styles/index.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageName } from '#contract/pages.ts';
import { App } from './App.tsx';
import { pageLanguage } from './i18n/page-language.ts';
import { loadTexts } from './i18n/texts.ts';
import { loadPage } from './pages/pages.ts';
import { initAttribution } from './stats/attribution.ts';
import { failureReporter } from './stats/failure-reporter.ts';

// The path does not name the page: the 404 page is served at any path.
const page = document.documentElement.dataset.page as PageName;
const language = pageLanguage();

initAttribution();

// No top-level `await`: the other chunks import from this one and would wait for it.
void Promise.all([loadPage[page](), loadTexts(page, language)]).then(([Page, texts]) => {
  const root = document.getElementById('root') as HTMLElement;
  // In a transition React hydrates in slices of 5 ms and handles input between them.
  startTransition(() => {
    hydrateRoot(root, <App page={page} Page={Page} language={language} texts={texts} />, {
      onRecoverableError: failureReporter('hydration'),
      onCaughtError: failureReporter('page'),
      onUncaughtError: failureReporter('page'),
    });
  });
});
