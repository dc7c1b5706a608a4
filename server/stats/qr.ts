/** Black on white with a margin, whatever the code is printed on. */
import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Ten centimetres at 300 dots per inch. */
const printWidth = 1200;

/** In modules, as the QR standard requires. */
const margin = 4;

export function qrSvg(url: string): string {
  const code = encode(url);
  const scale = pixelsPerModule(code);
  return toSvgSource(code, { on: '#000', off: '#fff', pad: margin, scale, xmlDeclaration: true });
}

export function qrPng(url: string): Buffer {
  const code = encode(url);
  const scale = pixelsPerModule(code);
  return Buffer.from(toPngBuffer(code, { on: [0, 0, 0], off: [255, 255, 255], pad: margin, scale }));
}

/** With level M a code is readable even if a seventh of it is covered, as on a creased flyer. */
const encode = (url: string): Bitmap2D => generate(url, { minCorrectionLevel: correction.M });

/** A whole number, because half a pixel would blur the edges. */
const pixelsPerModule = ({ size }: Bitmap2D): number => Math.ceil(printWidth / (size + 2 * margin));
