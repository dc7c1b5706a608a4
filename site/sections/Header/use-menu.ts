import { type RefObject, useEffect, useState } from 'react';
import { dropAnchor } from '../../drop-anchor.ts';

/** What lies behind the open menu cannot be reached until it closes. */
const behind = 'main > *, footer, [data-floating]';

/**
 * The phone menu's state: focus goes in and comes back, Escape and a wide screen close it, the page behind it
 * rests. A menu opened by its link before React was there stays open.
 */
export function useMenu(menu: RefObject<HTMLElement | null>, toggle: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const { hash } = location;
    // The links that have opened and closed it: Header.tsx.
    if (hash !== '#menu' && hash !== '#menu-toggle') return;
    dropAnchor();
    // On a wide screen all of it lies open anyway.
    setOpen(hash === '#menu' && !wideScreen().matches);
  }, []);

  useEffect(() => {
    if (!open) return;
    const wide = wideScreen();
    const close = () => setOpen(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      toggle.current?.focus();
    };

    letPageRest(true);
    menu.current?.querySelector('a')?.focus();
    document.addEventListener('keydown', closeOnEscape);
    // A step back shows another place of the page behind it.
    addEventListener('hashchange', close);
    wide.addEventListener('change', close);
    return () => {
      letPageRest(false);
      document.removeEventListener('keydown', closeOnEscape);
      removeEventListener('hashchange', close);
      wide.removeEventListener('change', close);
    };
  }, [open, menu, toggle]);

  return { open, setOpen };
}

const wideScreen = () => matchMedia('(min-width: 64rem)');

/** When the menu has been painted: it costs the styles of the whole page, and the menu must not wait for it. */
const letPageRest = (rest: boolean) =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      for (const part of document.querySelectorAll<HTMLElement>(behind)) part.inert = rest;
      const root = document.documentElement;
      // A scroll bar that has a width leaves its room when it goes: the header would move into it.
      root.style.scrollbarGutter = rest && innerWidth > root.clientWidth ? 'stable' : '';
      root.classList.toggle('menu-open', rest);
    }),
  );
