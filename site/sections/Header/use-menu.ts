import { type RefObject, useEffect, useState } from 'react';
import { removeHash } from '#site/remove-hash.ts';

/** Inert while the menu is open. */
const behind = 'main > *, footer, [data-floating]';

/** The phone menu. Opening moves the focus into it; Escape, going back and a wide screen close it. */
export function useMenu(menu: RefObject<HTMLElement | null>, toggle: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);

  // Before hydration the menu's links open and close it by :target.
  useEffect(() => {
    const { hash } = location;
    if (hash !== '#menu' && hash !== '#menu-toggle') return;
    removeHash();
    setOpen(hash === '#menu' && !matchMedia(wide).matches);
  }, []);

  useEffect(() => {
    if (!open) return;
    const wideScreen = matchMedia(wide);
    const close = () => setOpen(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      toggle.current?.focus();
    };

    blockPage(true);
    menu.current?.querySelector('a')?.focus();
    const controller = new AbortController();
    document.addEventListener('keydown', closeOnEscape, controller);
    addEventListener('hashchange', close, controller);
    wideScreen.addEventListener('change', close, controller);
    return () => {
      blockPage(false);
      controller.abort();
    };
  }, [open, menu, toggle]);

  return { open, setOpen };
}

const wide = '(min-width: 64rem)';

/** After the menu is painted, because this recalculates the styles of the whole page. */
const blockPage = (blocked: boolean) =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      for (const part of document.querySelectorAll<HTMLElement>(behind)) part.inert = blocked;
      document.documentElement.classList.toggle('menu-open', blocked);
    }),
  );
