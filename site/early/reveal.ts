/**
 * Sections rise a few pixels and come to full strength the first time they are seen. They wait for it a little lower and
 * hardly paler: whoever scrolls fast meets that, and still reads it (a tenth is what the contrast of every text can
 * spare). A section waits from when the reader comes near it, by an animation rather than by a class: React's markup is
 * not touched, and without script, with reduced motion or in print there is nothing to undo. What moves, and says so
 * by `data-reveal`, is the section's content: were it the section itself, an anchor would stop as many pixels too far down.
 */
const threshold = 0.1;
/** How far, in pixels, a section must have come up the screen. */
const margin = 50;
const waits = { transform: 'translateY(20px)', opacity: 0.9 };

export function revealSections(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const waiting = new Map<Element, Animation>();
  const contentOf = (section: Element) => section.querySelector('[data-reveal]') as Element;
  const show = (section: Element) => {
    seen.unobserve(section);
    waiting.get(section)?.cancel();
    waiting.delete(section);
    contentOf(section).animate([waits, { transform: 'none', opacity: 1 }], {
      duration: 350,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    });
  };
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        // On a low screen a tall section can never show a tenth of itself: half a screen of it is enough.
        const fillsScreen = rootBounds !== null && intersectionRect.height >= rootBounds.height / 2;
        if (intersectionRatio >= threshold || fillsScreen) show(target);
      }
    },
    { threshold: [0.01, 0.03, 0.05, threshold], rootMargin: `0px 0px -${margin}px 0px` },
  );

  // Half a screen before it is seen, not all at the start: what is moved is painted anew, and that was a long task.
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        // Whoever jumped here sees it already.
        if (boundingClientRect.top < document.documentElement.clientHeight) continue;
        // Of no duration: it has ended already, and its end stays. A paused one would get a layer of its own.
        waiting.set(target, contentOf(target).animate(waits, { fill: 'forwards' }));
        seen.observe(target);
      }
    },
    { rootMargin: '0px 0px 50% 0px' },
  );

  for (const content of document.querySelectorAll('[data-reveal]'))
    near.observe(content.closest('section') as Element);
  // Paper takes what is there at this moment: an animation that only begins now would be printed as it begins.
  addEventListener('beforeprint', () => {
    near.disconnect();
    seen.disconnect();
    for (const animation of waiting.values()) animation.cancel();
    waiting.clear();
  });
}
