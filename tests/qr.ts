/** Reads a QR code as a camera would: from its pixels. */
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';

/** What it is printed on: how large, on which ground, and what lies over it, as SVG. */
type Paper = { width?: number; ground?: string; over?: string };

/** `file`: the text of an SVG, or a PNG. Undefined when there is no code to be read. */
export function readQr(file: string | Buffer, paper: Paper = {}): string | undefined {
  const { pixels, width, height } = printed(file, paper);
  return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}

export function printed(file: string | Buffer, { width = 400, ground = '#fff', over = '' }: Paper) {
  const svg = typeof file === 'string' ? file : around(file);
  return new Resvg(svg.replace('</svg>', `${over}</svg>`), {
    fitTo: { mode: 'width', value: width },
    background: ground,
  }).render();
}

/** A drawing that shows the picture: the reader of drawings reads both. */
function around(png: Buffer): string {
  const href = `data:image/png;base64,${png.toString('base64')}`;
  const image = `<image href="${href}" width="1000" height="1000"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">${image}</svg>`;
}
