import { nextTask } from '../next-task.ts';

/**
 * The main script is fetched after the first paint, so that it never competes with it for the network. The page
 * lists its files as `<script nomodule>`, which no browser that knows modules fetches by itself, with what they
 * must hash to. All of them are asked for at once and run one after the other, in tasks of their own: together they
 * would hold up a slow phone.
 */
export async function fetchMainScript(): Promise<void> {
  const files = [...document.querySelectorAll<HTMLScriptElement>('script[nomodule]')];
  const links = files.map(({ src, integrity }) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = src;
    link.integrity = integrity;
    return link;
  });
  document.head.append(...links);
  try {
    for (const { src } of files) {
      await import(/* @vite-ignore */ src);
      await nextTask();
    }
  } catch {
    // Offline or cut off: the page stays as it was sent, and everything on it works by itself.
  }
}
