/**
 * When the first picture is on the screen: the second frame begins after the first one was drawn. A page that is
 * opened in the background gets no frames and is not waited for.
 */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, patience);
  });

const patience = 1000;
