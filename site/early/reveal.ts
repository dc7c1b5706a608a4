/** Barely faded: a section that is scrolled past quickly stays readable. */
const hidden = { transform: 'translateY(20px)', opacity: 0.9 };

/**
 * When a tenth of a section first becomes visible, not counting the lowest 50 px of the screen, its content slides in. Uses
 * animations because hydration would find changed classes or styles.
 */
export function revealSections(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const waiting = new Map<Element, Animation>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) reveal(target);
    },
    { threshold: 0.1, rootMargin: '0px 0px -50px 0px' },
  );
  const contentOf = (section: Element) => section.firstElementChild as Element;
  const reveal = (section: Element) => {
    observer.unobserve(section);
    waiting.get(section)?.cancel();
    contentOf(section).animate([hidden, { transform: 'none', opacity: 1 }], {
      duration: 350,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    });
  };

  for (const section of document.querySelectorAll<HTMLElement>('section[id]')) {
    const isOnScreen = section.getBoundingClientRect().top < innerHeight;
    const isTooTall = section.offsetHeight / 10 > innerHeight - 50;
    if (isOnScreen || isTooTall) continue;
    // An animation that has ended needs no layer of its own; a paused one would.
    waiting.set(section, contentOf(section).animate(hidden, { fill: 'forwards' }));
    observer.observe(section);
  }
  addEventListener('beforeprint', () => {
    observer.disconnect();
    for (const animation of waiting.values()) animation.cancel();
  });
}
