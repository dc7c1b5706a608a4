/** Decodes a QR code from its pixels. */
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';

/** `file`: an SVG as text, or a PNG. Undefined if no code is found. */
export function readQr(file: string | Buffer, drawnWidth = 400): string | undefined {
  const svg = typeof file === 'string' ? file : svgOf(file);
  const { pixels, width, height } = new Resvg(svg, {
    fitTo: { mode: 'width', value: drawnWidth },
    background: '#fff',
  }).render();
  return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}

/** Wraps the PNG in an SVG, because Resvg reads only SVG. */
function svgOf(png: Buffer): string {
  const href = `data:image/png;base64,${png.toString('base64')}`;
  const image = `<image href="${href}" width="1000" height="1000"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${image}</svg>`;
}
