/** An address as a picture that cameras read: black on white with a margin of four modules, whatever it is laid on. */
import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Ten centimetres at the 300 dots per inch of a printer. */
const printWidth = 1200;

/** Of modules, as the standard asks for: without it a coloured flyer runs into the code. */
const margin = 4;

/** For printers: sharp at every size. */
export function qrSvg(url: string): string {
  const code = encode(url);
  return toSvgSource(code, {
    on: '#000',
    off: '#fff',
    pad: margin,
    scale: pixelsPerModule(code),
    xmlDeclaration: true,
  });
}

/** For messengers and slides, and big enough to be printed. */
export function qrPng(url: string): Buffer {
  const code = encode(url);
  const scale = pixelsPerModule(code);
  return Buffer.from(toPngBuffer(code, { on: [0, 0, 0], off: [255, 255, 255], pad: margin, scale }));
}

/** Level M is read with a seventh of it covered: flyers get creased. More would make the modules smaller. */
const encode = (url: string): Bitmap2D => generate(url, { minCorrectionLevel: correction.M });

/** A whole number: half a pixel blurs the edges. */
const pixelsPerModule = ({ size }: Bitmap2D): number => Math.ceil(printWidth / (size + 2 * margin));
