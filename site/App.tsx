import { type ComponentType, useEffect } from 'react';
import type { Language } from '#contract/languages.ts';
import type { PageName } from '#contract/pages.ts';
import { ToastProvider } from './components/Toasts/Toasts.tsx';
import { watchTooltips } from './components/Tooltip/tooltips.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import type { Texts } from './i18n/texts.ts';
import { ErrorBoundary } from './pages/ErrorPage/ErrorBoundary.tsx';
import { FloatingContact } from './sections/FloatingContact/FloatingContact.tsx';
import { Footer } from './sections/Footer/Footer.tsx';
import { Header } from './sections/Header/Header.tsx';

type AppProps = { page: PageName; Page: ComponentType; language: Language; texts: Texts };

/** The frame of every page, rendered to HTML beforehand and hydrated in the browser. */
export function App({ page, Page, language, texts }: AppProps) {
  useEffect(() => {
    document.documentElement.classList.add('hydrated');
  }, []);
  useEffect(watchTooltips, []);

  return (
    <ErrorBoundary>
      <LanguageProvider page={page} language={language} texts={texts}>
        <ToastProvider>
          <Header page={page} />
          <Page />
          <Footer page={page} />
          <FloatingContact />
        </ToastProvider>
      </LanguageProvider>
    </ErrorBoundary>
  );
}
