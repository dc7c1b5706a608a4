import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { SiteFile } from '#server/pages/dist.ts';

/** `content`: a hash of what was rendered. */
export type Rendering = { content: string; files: readonly SiteFile[] };

/**
 * Keeps the last rendering on disk, so that a restart shows it at once. `build`: identifies the program that renders.
 * `publicFolder`: gets the files for the proxy, which serves them while the server is down.
 */
export function lastRendering(file: string, build: string, publicFolder = process.env.CACHE_DIRECTORY) {
  function show(files: readonly SiteFile[]): void {
    if (!publicFolder) return;
    for (const name of readdirSync(publicFolder)) rmSync(join(publicFolder, name));
    for (const { path, bytes } of files) {
      writeFileSync(join(publicFolder, path), bytes);
      chmodSync(join(publicFolder, path), 0o644);
    }
  }
  return {
    read(): Rendering | null {
      try {
        const kept = deserialize(readFileSync(file));
        if (kept.build === build) return kept;
        // Its scripts and fonts went with the build.
        show([]);
      } catch {}
      return null;
    },
    keep(rendering: Rendering): void {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.part`, serialize({ ...rendering, build }));
      renameSync(`${file}.part`, file);
      show(rendering.files);
    },
  };
}
