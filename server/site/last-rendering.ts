import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { SiteFile } from '#server/pages/dist.ts';

/** `content`: a hash of what was rendered. */
export type Rendering = { content: string; files: readonly SiteFile[] };

/** Keeps the last rendering on disk, so that a restart shows it at once. `build`: identifies the program that renders. */
export function lastRendering(file: string, build: string) {
  return {
    read(): Rendering | null {
      try {
        const kept = deserialize(readFileSync(file));
        return kept.build === build ? kept : null;
      } catch {
        return null;
      }
    },
    keep(rendering: Rendering): void {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.part`, serialize({ ...rendering, build }));
      renameSync(`${file}.part`, file);
    },
  };
}
