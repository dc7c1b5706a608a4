import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { Language } from '../contract/languages.ts';
import { NoticesProvider } from './components/Notices/NoticesProvider.tsx';
import { watchTooltips } from './components/Tooltip/tooltips.ts';
import { LanguageProvider, useLanguage } from './i18n/LanguageProvider.tsx';
import type { Texts } from './i18n/texts.ts';
import { keepPlaceWhenTurned } from './keep-place.ts';
import { ErrorBoundary } from './pages/ErrorPage/ErrorBoundary.tsx';
import type { PageName } from './pages/names.ts';
import { FloatingContact } from './sections/FloatingContact/FloatingContact.tsx';
import { Footer } from './sections/Footer/Footer.tsx';
import { Header } from './sections/Header/Header.tsx';

type AppProps = { page: PageName; Page: ComponentType; language: Language; texts: Texts };

/** What every page has around it. The same tree is prerendered and taken over in the browser. */
export function App({ page, Page, language, texts }: AppProps) {
  useEffect(() => {
    document.documentElement.classList.add('hydrated');
  }, []);
  useEffect(watchTooltips, []);
  useEffect(keepPlaceWhenTurned, []);

  return (
    <ErrorBoundary>
      <LanguageProvider page={page} language={language} texts={texts}>
        <Notices>
          <Header page={page} />
          <Page />
          <Footer page={page} />
          <FloatingContact />
        </Notices>
      </LanguageProvider>
    </ErrorBoundary>
  );
}

function Notices({ children }: { children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <NoticesProvider label={t('notices.label')} closeLabel={t('notices.close')}>
      {children}
    </NoticesProvider>
  );
}
