import { type RefObject, useEffect } from 'react';

/** Moves the focus into the open panel. Escape closes it and returns the focus; a click elsewhere closes it. */
export function usePanel(
  open: boolean,
  close: () => void,
  panel: RefObject<HTMLElement | null>,
  toggle: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!open) return;
    panel.current?.scrollTo(0, 0);
    // Focusing the first link instead would scroll the title away on a low screen.
    panel.current?.focus({ preventScroll: true });

    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      toggle.current?.focus();
    };
    const closeOutside = ({ target }: Event) => {
      const inside = [panel, toggle].some((part) => part.current?.contains(target as Node));
      if (!inside) close();
    };
    const controller = new AbortController();
    document.addEventListener('keydown', closeOnEscape, controller);
    document.addEventListener('pointerdown', closeOutside, controller);
    return () => controller.abort();
  }, [open, close, panel, toggle]);
}
