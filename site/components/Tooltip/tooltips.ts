import styles from './tooltips.module.css';

const delayMs = 700;
/** Within this time after a tooltip the next one shows without delay. */
const skipDelayMs = 300;

/**
 * One tooltip for all controls with `data-tooltip`, on hover and on keyboard focus. Hidden from screen readers because it
 * repeats the accessible name.
 */
export function watchTooltips(): () => void {
  const controller = new AbortController();
  const tooltip = document.createElement('div');
  tooltip.className = `screen-only ${styles.tooltip}`;
  tooltip.setAttribute('aria-hidden', 'true');
  tooltip.hidden = true;
  document.body.append(tooltip);

  let owner: HTMLElement | null = null;
  let timer = 0;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const show = (control: HTMLElement) => {
    const text = control.dataset.tooltip ?? '';
    // biome-ignore lint/performance/useDomNodeTextContent: only `innerText` leaves out a name that is not displayed
    if (!control.isConnected || control.innerText.includes(text)) return;
    tooltip.textContent = text;
    tooltip.hidden = false;
    // Measured at the left edge: near the right one its text would wrap.
    tooltip.style.left = '0';
    const { left, top, bottom, width } = control.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tooltip;
    const centred = left + (width - offsetWidth) / 2;
    const above = top - offsetHeight - 8;
    tooltip.style.left = `${Math.min(innerWidth - offsetWidth - 8, Math.max(8, centred))}px`;
    tooltip.style.top = `${above > 8 ? above : bottom + 8}px`;
  };
  const hide = () => {
    clearTimeout(timer);
    if (!tooltip.hidden) hiddenAt = performance.now();
    tooltip.hidden = true;
    owner = null;
  };
  const schedule = (event: Event) => {
    // The pointer may rest on the tooltip, to read it or to enlarge it.
    if (event.target === tooltip) return;
    const control = (event.target as Element).closest?.<HTMLElement>('[data-tooltip]') ?? null;
    if (control === owner || (event as PointerEvent).pointerType === 'touch') return;
    // Scrolling to the focused control also moves the page under a resting mouse.
    if (!control && owner?.matches(':focus-visible')) return;
    hide();
    if (!control || (event.type === 'focusin' && !control.matches(':focus-visible'))) return;
    owner = control;
    timer = window.setTimeout(show, performance.now() - hiddenAt < skipDelayMs ? 0 : delayMs, control);
  };
  const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide();

  const options = { signal: controller.signal, passive: true };
  document.addEventListener('pointerover', schedule, options);
  document.addEventListener('focusin', schedule, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', () => tooltip.hidden || hide(), options);
  document.addEventListener('keydown', hideOnEscape, options);
  return () => {
    controller.abort();
    tooltip.remove();
  };
}
