/**
 * Icon-only controls carry `data-tooltip`. The first time one of them is hovered or focused, what draws
 * tooltips is fetched; until then this listener is all there is of them.
 */
export function watchTooltips(): () => void {
  const controller = new AbortController();
  const start = (event: Event) => {
    if (!(event.target as Element).closest?.('[data-tooltip]')) return;
    controller.abort();
    import('./tooltips.ts').then(
      ({ startTooltips }) => startTooltips(event),
      () => {},
    );
  };
  const { signal } = controller;
  document.addEventListener('pointerover', start, { signal, passive: true });
  document.addEventListener('focusin', start, { signal, passive: true });
  return () => controller.abort();
}
