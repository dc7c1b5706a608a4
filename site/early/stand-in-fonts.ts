/**
 * While Firefox waits for a font it looks for no other face of the page: it would set the text in the system's own font
 * and move it when the wait is over. So the faces that stand in for Onest (fonts.css), which are on the device, are
 * loaded before the text is. Other engines find them by themselves, and would only lose time before the first paint.
 */
export function loadStandInFonts(): void {
  if (!CSS.supports('-moz-appearance', 'none')) return;
  for (const face of document.fonts) {
    // A font the device does not have.
    if (face.family.includes('Onest ')) face.load().catch(() => {});
  }
}
