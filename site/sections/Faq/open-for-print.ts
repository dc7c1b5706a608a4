/**
 * Opens what is folded while the page is printed, and folds it again. Current browsers need only the style sheet for
 * that; this is for those before Chrome 131, Safari 18.4 and Firefox 143.
 */
export function openForPrint(container: Element): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  if (!CSS.supports('selector(::details-content)')) {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...container.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const details of opened) {
        // Of those that share a name only one can be open.
        details.dataset.name = details.getAttribute('name') ?? '';
        details.removeAttribute('name');
        details.open = true;
      }
    };
    const fold = () => {
      for (const details of opened) {
        details.open = false;
        details.setAttribute('name', details.dataset.name ?? '');
        delete details.dataset.name;
      }
      opened = [];
    };
    addEventListener('beforeprint', open, { signal });
    addEventListener('afterprint', fold, { signal });
  }
  return () => controller.abort();
}
