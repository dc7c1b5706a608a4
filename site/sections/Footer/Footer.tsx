import { useEffect, useState } from 'react';
import { pageAddress } from '#contract/page-address.ts';
import type { PageName } from '#contract/pages.ts';
import { Drawing, Frieze } from '#site/components/Drawing.tsx';
import { OutwardLink } from '#site/components/OutwardLink.tsx';
import { Panorama } from '#site/components/Panorama/Panorama.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { anchorAddress } from '#site/sections/anchors.ts';
import { clickCounter } from '#site/stats/click-counter.ts';
import styles from './Footer.module.css';

const quickLinks = ['services', 'process', 'about'] as const;

export function Footer({ page }: { page: PageName }) {
  const { t, links, language } = useLanguage();
  const year = useYear();
  const contacts = [
    [t('footer.telegram'), links.telegramAdmin, 'telegram-footer'],
    [t('footer.channel'), links.telegramChannel, 'channel'],
    [links.email, `mailto:${links.email}`, 'email'],
  ] as const;
  return (
    <footer id="footer" className="dark">
      {page === 'landing' && <Panorama />}
      <Frieze className={styles.frieze} />
      <div className={`${styles.grid} container`}>
        <div className={styles.about}>
          <Drawing name="emblem" className={styles.emblem} />
          <p>{t('footer.tagline')}</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className={styles.title}>
            {t('footer.quickLinks')}
          </h2>
          <ul>
            {quickLinks.map((anchor) => (
              <li key={anchor}>
                <a href={anchorAddress(page, language, anchor)}>{t(`nav.${anchor}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className={styles.title}>{t('footer.contacts')}</h2>
          <ul>
            {contacts.map(([text, href, click]) => (
              <li key={text}>
                <OutwardLink href={href} onClick={clickCounter(click)}>
                  {text}
                </OutwardLink>
              </li>
            ))}
          </ul>
        </div>
        <nav className={styles.legal} aria-labelledby="footer-legal">
          <h2 id="footer-legal" className={styles.title}>
            {t('footer.legal')}
          </h2>
          <ul>
            <li>
              <a href={pageAddress('/privacy', language)}>{t('footer.privacy')}</a>
            </li>
            <li>
              <a href={pageAddress('/terms', language)}>{t('footer.terms')}</a>
            </li>
          </ul>
        </nav>
        <p className={styles.end}>{`© ${year}. ${t('footer.description')}`}</p>
      </div>
    </footer>
  );
}

/** The page may have been built last year. */
function useYear(): number {
  const [year, setYear] = useState(__BUILD_YEAR__);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return year;
}
