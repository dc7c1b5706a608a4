/** How much the page keeps free for its header at the top of the screen, in pixels. */
export const keptFree = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
