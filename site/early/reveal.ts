/**
 * Sections rise a few pixels the first time they are seen. Only what is still below the screen is hidden, by a
 * paused animation rather than by a class: React's markup is not touched, and without script, with reduced
 * motion or in print there is nothing to undo. What moves is the section's content: were it the section itself,
 * an anchor would stop as many pixels too far down.
 */
const threshold = 0.1;
const rootMargin = '0px 0px -50px 0px';

export function revealSections(): void {
  if (!('IntersectionObserver' in window) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const waiting = new Map<Element, Animation>();
  const show = (section: Element) => {
    observer.unobserve(section);
    waiting.get(section)?.play();
    waiting.delete(section);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        // On a low screen a tall section can never show a tenth of itself: half a screen of it is enough.
        const fillsScreen = rootBounds !== null && intersectionRect.height >= rootBounds.height / 2;
        if (intersectionRatio >= threshold || fillsScreen) show(target);
      }
    },
    { threshold: [0.01, 0.03, 0.05, threshold], rootMargin },
  );

  for (const section of document.querySelectorAll('[data-reveal]')) {
    if (section.getBoundingClientRect().top < innerHeight) continue;
    const content = section.firstElementChild ?? section;
    const animation = content.animate(
      [
        { opacity: 0, transform: 'translateY(24px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: 350, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)', fill: 'backwards' },
    );
    animation.pause();
    waiting.set(section, animation);
    observer.observe(section);
  }
  addEventListener('beforeprint', () => {
    for (const section of [...waiting.keys()]) show(section);
  });
}
