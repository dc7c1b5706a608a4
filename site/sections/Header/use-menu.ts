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
    wide.addEventListener('change', close);
    return () => {
      letPageRest(false);
      document.removeEventListener('keydown', closeOnEscape);
      wide.removeEventListener('change', close);
    };
  }, [open, menu, toggle]);

  return { open, setOpen };
}

const wideScreen = () => matchMedia('(min-width: 64rem)');

let resting = false;

/** A part a frame, after the menu is painted: each costs the styles of all that is in it, and the menu must not wait. */
async function letPageRest(rest: boolean): Promise<void> {
  resting = rest;
  for (const part of document.querySelectorAll<HTMLElement>(behind)) {
    await framePainted();
    if (resting !== rest) return;
    part.inert = rest;
  }
  const root = document.documentElement;
  // A scroll bar that has a width leaves its room when it goes: the header would move into it.
  root.style.scrollbarGutter = rest && innerWidth > root.clientWidth ? 'stable' : '';
  root.classList.toggle('menu-open', rest);
}

const framePainted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
