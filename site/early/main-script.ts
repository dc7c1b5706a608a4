/**
 * The main script is fetched after the first paint, so that it never competes with it for the network. The page
 * lists its files as `<script nomodule>`, which no browser that knows modules fetches by itself, with what they
 * must hash to; all of them are asked for at once, the first one is the entry.
 */
export function fetchMainScript(): void {
  const files = document.querySelectorAll<HTMLScriptElement>('script[nomodule]');
  for (const { src, integrity } of files) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = src;
    link.integrity = integrity;
    document.head.append(link);
  }
  const entry = files[0]?.src;
  if (!entry) return;
  import(/* @vite-ignore */ entry).catch(() => {
    // Offline or cut off: the page stays as it was sent, and everything on it works by itself.
  });
}
