import { type ComponentType, useEffect } from 'react';
import { NoticesProvider } from './components/Notices/NoticesProvider.tsx';
import { watchTooltips } from './components/Tooltip/watch-tooltips.ts';
import { LanguageProvider } from './i18n/LanguageProvider.tsx';
import type { Language } from './i18n/languages.ts';
import type { Texts } from './i18n/texts.ts';
import { ErrorBoundary } from './pages/ErrorPage/ErrorBoundary.tsx';
import type { PageName } from './pages/names.ts';
import { FloatingContact } from './sections/FloatingContact/FloatingContact.tsx';
import { Footer } from './sections/Footer/Footer.tsx';
import { Header } from './sections/Header/Header.tsx';

export type AppProps = { page: PageName; Page: ComponentType; language: Language; texts: Texts };

/** What every page has around it. The same tree is prerendered and taken over in the browser. */
export function App({ page, Page, language, texts }: AppProps) {
  useEffect(() => {
    document.documentElement.classList.add('hydrated');
    return watchTooltips();
  }, []);

  return (
    <ErrorBoundary>
      <LanguageProvider page={page} language={language} texts={texts}>
        <NoticesProvider>
          <Header page={page} />
          <Page />
          <Footer page={page} />
          <FloatingContact />
        </NoticesProvider>
      </LanguageProvider>
    </ErrorBoundary>
  );
}
