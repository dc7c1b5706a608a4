import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from './journey.ts';

test('on paper dates and figures stay whole, though the window is wider than it', async ({
  visitor,
  network,
}) => {
  // In the device's own font: of a variable one, Firefox's papers show letters that they cannot name.
  network.answer(/\.woff2$/, 404);
  await visitor.visit('/?lang=ru');
  const paper = await getDocumentProxy(new Uint8Array(await visitor.print()));
  const { text } = await extractText(paper, { mergePages: true });
  for (const whole of [
    /30\s+сентября/,
    /Магистратура: весна/,
    /90-100%\s*Гарантированный/,
    /\s100%\s*Возврат/,
  ])
    expect(text).toMatch(whole);
});
