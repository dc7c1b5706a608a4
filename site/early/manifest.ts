/** Browsers fetch the manifest before the first paint, though nobody can install the page before seeing it. */
const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');

export function holdManifestBack(): void {
  if (link) link.rel = 'later';
}

export function releaseManifest(): void {
  if (link) link.rel = 'manifest';
}
