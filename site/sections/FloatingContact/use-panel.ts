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
    panel.current?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });
    // The page must stay where it is; but on a low screen the link, at the panel's end, would be out of sight.
    panel.current?.scrollTo(0, panel.current.scrollHeight);

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
