/**
 * When the first picture is on the screen. The second frame begins when the first one is handed over to be drawn, and
 * a slow device takes some hundredths of a second for that. A page that is opened in the background gets no frames
 * and is not waited for.
 */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, drawing)));
    setTimeout(resolve, patience);
  });

const drawing = 100;
const patience = 1000;
