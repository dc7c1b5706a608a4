/** Browsers fetch the manifest before the first paint, though nobody can install the page before seeing it. */
export const holdManifestBack = (): void => rename('manifest', 'later');
export const releaseManifest = (): void => rename('later', 'manifest');

function rename(from: string, to: string): void {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=${from}]`);
  if (link) link.rel = to;
}
