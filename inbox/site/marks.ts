import { splitAtMarks, withoutMarks } from '#contract/text-marks.ts';

/** The places of each text on the page. A place has several pieces if the page splits the text. */
export type Places = Map<string, HTMLElement[][]>;

/** Turns the marks in the page into elements with `data-path`. `paths`: of all texts, in their order. */
export function markTexts(page: Document, paths: string[]): Places {
  const places: Places = new Map();
  let open: { path: string; pieces: HTMLElement[] } | null = null;
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  for (const node of nodes) {
    const parts = splitAtMarks(node.data);
    if (parts.length === 1 && !open) continue;
    // Elsewhere an element would not be shown.
    const fits = node.parentElement instanceof (page.defaultView as Window & typeof globalThis).HTMLElement;
    const parent = page.createDocumentFragment();
    const add = (text: string, { path, pieces }: NonNullable<typeof open>) => {
      const piece = page.createElement('span');
      piece.dataset.path = path;
      piece.textContent = text;
      pieces.push(piece);
      parent.append(piece);
    };
    for (const part of parts) {
      if (typeof part === 'number') {
        const path = paths[part];
        open = path === undefined ? null : { path, pieces: [] };
        if (open) places.set(open.path, [...(places.get(open.path) ?? []), open.pieces]);
      } else if (part === null) {
        if (open?.pieces.length === 0 && fits) add('', open);
        open = null;
      } else if (open && fits && part) add(part, open);
      else parent.append(part);
    }
    node.replaceWith(parent);
  }
  for (const element of page.body.querySelectorAll<HTMLElement>('*')) {
    // What stays in place while the page is scrolled would hide the text that is edited.
    const position = page.defaultView?.getComputedStyle(element).position;
    if (position === 'sticky') element.style.position = 'relative';
    if (position === 'fixed') element.style.position = 'absolute';
    for (const { name, value } of [...element.attributes])
      if (value !== withoutMarks(value)) element.setAttribute(name, withoutMarks(value));
  }
  return places;
}

/** Lays the current values over the page. */
export function showValues(places: Places, shown: (path: string) => string): void {
  for (const [path, all] of places)
    for (const [first, ...others] of all) {
      const text = shown(path);
      if (!first || [first, ...others].map(({ textContent }) => textContent).join('') === text) continue;
      first.textContent = text;
      for (const piece of others) piece.textContent = '';
    }
}

/** Outlines a text and brings it to the middle of the page. */
export function showChosen(places: Places, path: string | null): void {
  for (const [at, all] of places)
    for (const piece of all.flat()) piece.toggleAttribute('data-chosen', at === path);
  const pieces = path === null ? [] : (places.get(path) ?? []).flat();
  const piece = pieces.find((piece) => piece.getClientRects().length > 0);
  const view = piece?.ownerDocument.defaultView;
  if (!piece || !view) return;
  const { top, height } = piece.getBoundingClientRect();
  view.scrollBy({ top: top - (view.innerHeight - height) / 2, behavior: 'instant' });
}
