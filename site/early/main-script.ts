/**
 * The main script is fetched after the first paint, so that it never competes with it for the network. The
 * page lists the files in a data block; all of them are asked for at once, the first one is the entry.
 */
export function fetchMainScript(): void {
  const files: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]');
  const [entry] = files;
  if (!entry) return;
  // Two frames: the first callback runs before the first paint, the second one after it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const href of files) {
        const link = document.createElement('link');
        link.rel = 'modulepreload';
        link.href = href;
        document.head.append(link);
      }
      import(/* @vite-ignore */ entry).catch(() => {
        // Offline or cut off: the page stays as it was sent, and everything on it works by itself.
      });
    }),
  );
}
