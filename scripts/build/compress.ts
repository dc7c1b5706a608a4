/** Writes `index.html.br` and `index.html.gz` beside `index.html`, with maximum compression. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compressFiles(folder: string): Promise<void> {
  const files = globSync(`${folder}/**/*.{html,js,json,css,svg,txt,xml,webmanifest}`, {
    exclude: ['**/prerender/**'],
  });
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await brotli(bytes));
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}
