import { type RefObject, useEffect } from 'react';

/** Focus goes into the open panel; Escape closes it and brings the focus back, a click elsewhere just closes it. */
export function usePanel(
  open: boolean,
  close: () => void,
  panel: RefObject<HTMLElement | null>,
  toggle: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!open) return;
    // The panel itself: on a low screen the link, at its end, would be out of sight or bring its beginning out of it.
    panel.current?.scrollTo(0, 0);
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
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOutside);
    };
  }, [open, close, panel, toggle]);
}
