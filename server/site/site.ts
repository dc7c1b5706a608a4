import { createHash } from 'node:crypto';
import { type Content, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import { type Problem, problemsIn } from '#content/problems.ts';
import type { SiteState } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { DatabaseUnavailable, type Db, type Queries } from '#server/db/db.ts';
import type { SiteFile } from '#server/pages/dist.ts';
import { errorDetails } from '#server/runtime/log.ts';
import { createMutex } from '#server/runtime/mutex.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { lastRendering } from './last-rendering.ts';
import type { Renderer } from './render.ts';
import {
  addVersion,
  contentOf,
  draftContent,
  draftOf,
  latestNumber,
  publishedContent,
  versionsOf,
} from './versions.ts';

/** How often to look for versions that another server published. */
const pollMs = 5000;

export type ContentChange = { path: string; before: string; after: string };
export type PublishResult =
  | { number: number }
  | { problems: Problem[] }
  | { conflict: true }
  | { missing: true };
export type Site = ReturnType<typeof startSite>;

type Options = {
  db: Db;
  /** Null if content can be changed only in its files. */
  renderer: Renderer | null;
  replaceFiles(files: readonly SiteFile[]): void;
  /** Keeps the last rendering. */
  file: string;
  /** Runs in the transaction that publishes. */
  notifyStaff(db: Queries, version: { number: number; who: string; changes: ContentChange[] }): Promise<void>;
  log: { error(details: object, sentence: string): void };
};

export function startSite({ db, renderer, replaceFiles, file, notifyStaff, log }: Options) {
  /** Null until the database has been asked. */
  let servedVersion: number | null = null;
  const kept = lastRendering(file, renderer?.build ?? '');
  const atStart = renderer && kept.read();
  if (atStart) replaceFiles(atStart.files);
  /** The pages of dist/ show the content of the files. */
  let served = atStart?.content ?? hashOf(defaultContent);
  /** Without it an older version could replace a newer one. */
  const exclusive = createMutex();

  async function update(): Promise<void> {
    const number = await latestNumber(db);
    if (!renderer || number === servedVersion) return;
    const content = await publishedContent(db);
    // A version that cannot be rendered is reported once; visitors keep the pages they had.
    servedVersion = number;
    if (hashOf(content) !== served) serve(content, await renderer.site(content));
  }
  function serve(content: Content, files: readonly SiteFile[]): void {
    replaceFiles(files);
    served = hashOf(content);
    try {
      kept.keep({ content: served, files });
    } catch (error) {
      log.error(errorDetails(error), 'The rendered pages were not kept for the next start');
    }
  }
  const tryUpdate = () =>
    exclusive(update).catch((error) => {
      if (error instanceof DatabaseUnavailable) return;
      log.error(errorDetails(error), 'The published site could not be rendered; visitors get earlier pages');
    });

  async function publish(content: Content, who: string): Promise<PublishResult> {
    const number = (await latestNumber(db)) + 1;
    const problems = problemsIn(content);
    if (problems.length > 0) return { problems };
    const files = await renderer?.site(content);
    const before = valuesOf(await publishedContent(db));
    const changes = [...valuesOf(content)]
      .map(([path, after]) => ({ path, before: before.get(path) ?? '', after }))
      .filter(({ before, after }) => before !== after);
    try {
      await db.transaction(async (db) => {
        await addVersion(db, { number, content, who });
        await notifyStaff(db, { number, who, changes });
      });
    } catch (error) {
      // Two servers published at the same time.
      if ((await latestNumber(db)) >= number) return { conflict: true };
      throw error;
    }
    if (files) serve(content, files);
    servedVersion = number;
    return { number };
  }

  const polling = repeat(tryUpdate, () => pollMs);

  return {
    state: async (): Promise<SiteState> => ({
      editable: renderer !== null,
      values: Object.fromEntries(valuesOf(await publishedContent(db))),
      draft: await draftOf(db),
      versions: await versionsOf(db),
    }),
    publishDraft: (who: string) => exclusive(async () => publish(await draftContent(db), who)),
    /** `number`: of a version, 0 for the files in content/. */
    restore: (number: number, who: string) =>
      exclusive(async () => {
        const content = await contentOf(db, number);
        return content ? publish(content, who) : { missing: true as const };
      }),
    /** The landing page for the editor: of a version, or of the draft. */
    async page(language: Language, number: number | null): Promise<string | undefined> {
      const content = number === null ? await draftContent(db) : await contentOf(db, number);
      return content && renderer?.page(content, language);
    },
    async stop() {
      await polling.stop();
      await exclusive(async () => {});
    },
  };
}

const hashOf = (content: Content) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');
