type IcoImage = { size: number; png: Buffer };

/**
 * The container of /favicon.ico: a header, one entry per image, then the images. PNG inside is understood by
 * everything since Windows Vista.
 */
export function ico(images: IcoImage[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2); // An icon; 2 would be a cursor.
  header.writeUInt16LE(images.length, 4);

  let offset = header.length + images.length * 16;
  const entries = images.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    entry.set([size, size]);
    entry.writeUInt16LE(1, 4); // Colour planes.
    entry.writeUInt16LE(32, 6); // Bits per pixel.
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...images.map(({ png }) => png)]);
}
