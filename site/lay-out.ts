import { nextTask } from './next-task.ts';

/**
 * Lays out what was left out before the first paint (site/early/lazy-layout.ts) once the browser is idle, a few
 * milliseconds at a time: all at once it would keep a slow phone from answering. The fonts were asked for before the
 * script that runs this and are mostly here by now, so little is laid out twice.
 */
export async function layOutRest(): Promise<void> {
  const root = document.documentElement;
  if (!root.classList.contains('lazy')) return;
  await idle();
  let begun = performance.now();
  for (const part of document.querySelectorAll<HTMLElement>('.later')) {
    part.classList.remove('later');
    // Asking for the height does the work here and now, where it is counted.
    part.offsetHeight;
    if (performance.now() - begun < slice) continue;
    await nextTask();
    begun = performance.now();
  }
  root.classList.remove('lazy', 'unmoved');
}

const slice = 4;

/** Safari has no idle callbacks; a pause gives way to the visitor too. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 50);
  });
