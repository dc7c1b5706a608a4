/**
 * Texts differ in length from language to language, and a question that closes makes room. What the visitor is reading
 * stays where it is on the screen: unless told, the field with the focus, an open question, else what lies in the
 * middle. Chromium and Firefox would hold the topmost thing in place, WebKit nothing at all, so theirs is switched off
 * for the moment.
 */
export function keepPlace(change: () => void, read = whatIsRead()): void {
  if (!read || scrollY === 0) {
    change();
    return;
  }
  const root = document.documentElement;
  const before = read.getBoundingClientRect().top;
  root.style.overflowAnchor = 'none';
  change();
  scrollBy({ top: read.getBoundingClientRect().top - before, behavior: 'instant' });
  requestAnimationFrame(() => {
    root.style.overflowAnchor = '';
  });
}

function whatIsRead(): Element | null {
  const candidates = [
    document.activeElement?.closest('main input, main textarea, main button, main a, main summary'),
    ...document.querySelectorAll('main details[open] summary'),
  ];
  const middle = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
  return (
    candidates.find((one) => one && isOnScreen(one)) ??
    // Not what holds words and may be replaced with them: a span, or what a translator has put around them.
    middle.find((one) => one.closest('main, footer') && !one.closest('span, font')) ??
    null
  );
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
