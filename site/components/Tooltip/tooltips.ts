import styles from './tooltips.module.css';

const delay = 700;
/** Within this time after a tooltip the next one comes at once. */
const skipDelay = 300;

/**
 * One tooltip for all controls with `data-tooltip`, on hover and on keyboard focus. It repeats the accessible name, so
 * assistive technology need not see it.
 */
export function watchTooltips(): () => void {
  const controller = new AbortController();
  const bubble = document.createElement('div');
  bubble.className = `screen-only ${styles.tooltip}`;
  bubble.setAttribute('aria-hidden', 'true');
  bubble.hidden = true;
  document.body.append(bubble);

  let owner: HTMLElement | null = null;
  let timer = 0;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const show = (control: HTMLElement) => {
    const text = control.dataset.tooltip ?? '';
    // biome-ignore lint/performance/useDomNodeTextContent: a control may show its name where there is room
    if (!control.isConnected || control.innerText.includes(text)) return;
    bubble.textContent = text;
    bubble.hidden = false;
    // Near the right edge it would be narrower.
    bubble.style.left = '0';
    const { left, top, bottom, width } = control.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = bubble;
    const centred = left + (width - offsetWidth) / 2;
    const above = top - offsetHeight - 8;
    bubble.style.left = `${Math.min(innerWidth - offsetWidth - 8, Math.max(8, centred))}px`;
    bubble.style.top = `${above > 8 ? above : bottom + 8}px`;
  };
  const hide = () => {
    clearTimeout(timer);
    if (!bubble.hidden) hiddenAt = performance.now();
    bubble.hidden = true;
    owner = null;
  };
  const wait = (event: Event) => {
    const control = (event.target as Element).closest?.<HTMLElement>('[data-tooltip]') ?? null;
    if (control === owner || (event as PointerEvent).pointerType === 'touch') return;
    hide();
    if (!control || (event.type === 'focusin' && !control.matches(':focus-visible'))) return;
    owner = control;
    timer = window.setTimeout(show, performance.now() - hiddenAt < skipDelay ? 0 : delay, control);
  };
  const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide();

  const options = { signal: controller.signal, passive: true };
  document.addEventListener('pointerover', wait, options);
  document.addEventListener('focusin', wait, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('scroll', () => bubble.hidden || hide(), options);
  document.addEventListener('keydown', hideOnEscape, options);
  return () => {
    controller.abort();
    bubble.remove();
  };
}
