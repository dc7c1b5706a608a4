import styles from './tooltips.module.css';

/** A tooltip waits this long; when another one was just shown, it comes at once. */
const delay = 700;
const skipDelay = 300;

/**
 * One tooltip for the whole page. It repeats the control's accessible name, so it is hidden from assistive
 * technology; fingers do not hover, so it does not answer to touch.
 */
export function watchTooltips(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const bubble = document.createElement('div');
  bubble.className = styles.tooltip as string;
  bubble.setAttribute('aria-hidden', 'true');
  bubble.hidden = true;
  document.body.append(bubble);

  let owner: HTMLElement | null = null;
  let timer = 0;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const place = (control: HTMLElement) => {
    const text = control.dataset.tooltip ?? '';
    // biome-ignore lint/performance/useDomNodeTextContent: where there is room, a control may show its name itself
    if (control.innerText.includes(text)) return;
    bubble.textContent = text;
    bubble.hidden = false;
    // At its old place, near the right edge, it might be narrower.
    bubble.style.left = '0';
    const box = control.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = bubble;
    const left = Math.min(
      innerWidth - offsetWidth - 8,
      Math.max(8, box.left + (box.width - offsetWidth) / 2),
    );
    const above = box.top - offsetHeight - 8;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${above > 8 ? above : box.bottom + 8}px`;
  };
  const hide = () => {
    clearTimeout(timer);
    if (!bubble.hidden) hiddenAt = performance.now();
    bubble.hidden = true;
    owner = null;
  };
  const meet = (event: Event) => {
    const control = (event.target as Element).closest?.<HTMLElement>('[data-tooltip]') ?? null;
    const byTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const byPress = event.type === 'focusin' && !control?.matches(':focus-visible');
    if (control === owner || byTouch) return;
    // Focus may scroll the page under a pointer that rests: it meets what it never went to.
    if (!control && event.type === 'pointerover' && owner?.matches(':focus-visible')) return;
    hide();
    if (!control || byPress) return;
    owner = control;
    const wait = performance.now() - hiddenAt < skipDelay ? 0 : delay;
    timer = window.setTimeout(() => place(control), wait);
  };

  document.addEventListener('pointerover', meet, { signal, passive: true });
  document.addEventListener('focusin', meet, { signal });
  document.addEventListener('focusout', hide, { signal });
  document.addEventListener('pointerdown', hide, { signal, passive: true });
  // Focus may scroll the page: what is still waiting goes on waiting, and is placed when its time has come.
  document.addEventListener('scroll', () => bubble.hidden || hide(), {
    signal,
    passive: true,
    capture: true,
  });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
  // Only Chromium tells of it when what has the focus or the pointer is taken away.
  const changes = new MutationObserver(() => owner?.isConnected === false && hide());
  changes.observe(document.body, { childList: true, subtree: true });

  return () => {
    controller.abort();
    changes.disconnect();
    bubble.remove();
  };
}
