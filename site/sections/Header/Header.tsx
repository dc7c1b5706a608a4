import { type MouseEvent, useRef } from 'react';
import { pageAddress } from '#contract/page-address.ts';
import type { PageName } from '#contract/pages.ts';
import { buttonClass } from '#site/components/Button/Button.tsx';
import { Drawing, Icon } from '#site/components/Drawing.tsx';
import { hasNoModifier } from '#site/components/has-no-modifier.ts';
import { Panorama } from '#site/components/Panorama/Panorama.tsx';
import { ToggleLink } from '#site/components/ToggleLink.tsx';
import { useLanguage } from '#site/i18n/LanguageProvider.tsx';
import { removeHash } from '#site/remove-hash.ts';
import { anchorAddress } from '#site/sections/anchors.ts';
import styles from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { useMenu } from './use-menu.ts';

const sectionLinks = ['services', 'process', 'about', 'contact'] as const;

export function Header({ page }: { page: PageName }) {
  const { t, language } = useLanguage();
  const toggle = useRef<HTMLAnchorElement>(null);
  const menu = useRef<HTMLElement>(null);
  const { open, setOpen } = useMenu(menu, toggle);

  const home = pageAddress('/', language);

  const goHome = (event: MouseEvent) => {
    setOpen(false);
    if (page !== 'landing' || !hasNoModifier(event)) return;
    event.preventDefault();
    removeHash();
    scrollTo({ top: 0 });
  };

  return (
    <header className={`${styles.header} dark`} data-page={page} data-menu-open={open}>
      <a className={`${styles.skip} visually-hidden screen-only`} href="#content">
        {t('nav.skip')}
      </a>
      <div className={`${styles.bar} container`}>
        <a className={styles.emblem} href={home} onClick={goHome}>
          <Drawing name="emblem" className={styles.star} />
          <span className={styles.destinations}>{t('nav.destinations')}</span>
          <span className="visually-hidden">{t('nav.home')}</span>
        </a>
        <nav
          ref={menu}
          id="menu"
          className={`screen-only ${styles.menu}`}
          data-open={open}
          aria-label={t('nav.label')}
        >
          <ul className={styles.links}>
            <li>
              <a href={home} onClick={goHome}>
                {t('nav.home')}
              </a>
            </li>
            {sectionLinks.map((anchor) => (
              <li key={anchor}>
                <a href={anchorAddress(page, language, anchor)} onClick={() => setOpen(false)}>
                  {t(`nav.${anchor}`)}
                </a>
              </li>
            ))}
          </ul>
          <a
            className={`${styles.consultation} ${buttonClass('accent')}`}
            href={anchorAddress(page, language, 'contact')}
            onClick={() => setOpen(false)}
          >
            {t('nav.consultation')}
          </a>
          {/* This target does not scroll the page: it is in the fixed header. */}
          <a className={styles.closeWithoutScript} href="#menu-toggle">
            {t('nav.closeMenu')}
          </a>
          {open && <Panorama className={styles.panorama} />}
        </nav>
        <LanguageSwitch page={page} />
        {/* Without script the menu is shown by :target. */}
        <ToggleLink
          ref={toggle}
          id="menu-toggle"
          className={`round screen-only ${styles.toggle}`}
          href="#menu"
          controls="menu"
          open={open}
          label={open ? t('nav.closeMenu') : t('nav.openMenu')}
          onToggle={() => setOpen(!open)}
        >
          <Icon name={open ? 'cross' : 'menu'} className={styles.toggleIcon} />
        </ToggleLink>
      </div>
      {page === 'landing' && (
        <svg className={`screen-only ${styles.flight}`} viewBox="-16 -13 32 26" aria-hidden="true">
          <use href="#d-plane" />
        </svg>
      )}
    </header>
  );
}
