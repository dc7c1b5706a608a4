/** Reads a QR code as a camera would: from its pixels. */
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';

/** `file`: the text of an SVG, or a PNG. Undefined when no code can be read. */
export function readQr(file: string | Buffer, drawnWidth = 400): string | undefined {
  const svg = typeof file === 'string' ? file : around(file);
  const { pixels, width, height } = new Resvg(svg, {
    fitTo: { mode: 'width', value: drawnWidth },
    background: '#fff',
  }).render();
  return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}

/** An SVG that shows the PNG: Resvg reads only SVG. */
function around(png: Buffer): string {
  const href = `data:image/png;base64,${png.toString('base64')}`;
  const image = `<image href="${href}" width="1000" height="1000"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${image}</svg>`;
}
