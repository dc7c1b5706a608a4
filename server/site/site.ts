import { createHash } from 'node:crypto';
import { type Content, merge, valuesOf } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import { problemAt } from '#content/problems.ts';
import type { Publication, PublishRefusal, SiteChange, SiteState } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { DatabaseUnavailable, type Db, type Queries } from '#server/db/db.ts';
import type { SiteFile } from '#server/pages/dist.ts';
import { errorDetails } from '#server/runtime/log.ts';
import { createMutex } from '#server/runtime/mutex.ts';
import { repeat } from '#server/runtime/repeat.ts';
import { discardedIn, draftContent, draftOf, nextRevision, revisionOf } from './draft.ts';
import { lastRendering } from './last-rendering.ts';
import type { Renderer } from './render.ts';
import {
  addVersion,
  changesBetween,
  contentOf,
  latestNumber,
  publishedContent,
  versionsOf,
} from './versions.ts';

/** How often to look for versions that another server published. */
const pollMs = 5000;
/** For each language the draft and a version or two. */
const keptPages = 8;

export type PublishResult = { number: number } | PublishRefusal | { missing: true };
export type Site = ReturnType<typeof startSite>;

type Options = {
  db: Db;
  /** Null if content can be changed only in its files. */
  renderer: Renderer | null;
  replaceFiles(files: readonly SiteFile[]): void;
  /** Keeps the last rendering. */
  file: string;
  /** Runs in the transaction that publishes. */
  notifyStaff(db: Queries, version: { number: number; who: string; changes: SiteChange[] }): Promise<void>;
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

  async function publish(
    content: Content,
    who: string,
    restores: number | null = null,
  ): Promise<PublishResult> {
    const live = await latestNumber(db);
    const number = live + 1;
    const changes = changesBetween(await publishedContent(db), content);
    // An empty version would push a real one out of those that are kept.
    if (changes.length === 0) return { number: live };
    const files = await renderer?.site(content);
    try {
      await db.transaction(async (db) => {
        await nextRevision(db);
        await addVersion(db, { number, content, who, restores });
        await notifyStaff(db, { number, who, changes });
      });
    } catch (error) {
      // Two servers published at the same time.
      if ((await latestNumber(db)) >= number) return { changed: changes.map(({ path }) => path) };
      throw error;
    }
    if (files) serve(content, files);
    servedVersion = number;
    return { number };
  }

  /** Only what the person has seen: the same values in the draft, and the same ones on the site. */
  async function publishValues({ live, values }: Publication, who: string): Promise<PublishResult> {
    const draft = await draftOf(db);
    const content = await publishedContent(db);
    const [seen, now] = [valuesOf((await contentOf(db, live)) ?? content), valuesOf(content)];
    const changed = Object.entries(values)
      // A browser sends a request again whose connection was cut: then it is already published.
      .filter(([path, value]) => now.get(path) !== value)
      .filter(([path, value]) => draft[path]?.value !== value || seen.get(path) !== now.get(path))
      .map(([path]) => path);
    if (changed.length > 0) return { changed };
    const next = merge(content, values);
    const wrong = Object.entries(values).filter(([path, value]) =>
      problemAt(path, value, next, now.get(path)),
    );
    return wrong.length > 0 ? { wrong: wrong.map(([path]) => path) } : publish(next, who);
  }

  /** The last rendered pages of the editor. One is rendered at a time, however many are asked for. */
  const edited = new Map<string, Promise<string>>();
  const oneAtATime = createMutex();
  function page(key: string, content: Content, language: Language): Promise<string> | undefined {
    if (!renderer) return undefined;
    const known = edited.get(key);
    if (known) return known;
    const rendering = oneAtATime(() => renderer.page(content, language));
    edited.set(key, rendering);
    rendering.catch(() => edited.delete(key));
    for (const old of [...edited.keys()].slice(0, -keptPages)) edited.delete(old);
    return rendering;
  }

  const polling = repeat(tryUpdate, () => pollMs);

  return {
    state: async (): Promise<SiteState> => ({
      editable: renderer !== null,
      // First: what changes while the others are read is read again.
      revision: await revisionOf(db),
      values: Object.fromEntries(valuesOf(await publishedContent(db))),
      draft: await draftOf(db),
      discarded: await discardedIn(db),
      ...(await versionsOf(db)),
    }),
    publish: (publication: Publication, who: string) => exclusive(() => publishValues(publication, who)),
    /** `number`: of a version, 0 for the files in content/. `live`: the version that the person saw as the latest. */
    restore: ({ number, live, undo }: { number: number; live: number; undo: boolean }, who: string) =>
      exclusive(async () => {
        const content = await contentOf(db, number);
        if (!content) return { missing: true as const };
        const isSame = changesBetween(await publishedContent(db), content).length === 0;
        if (!isSame && live !== (await latestNumber(db))) return { changed: [] };
        return publish(content, who, undo ? number : null);
      }),
    /** What restoring a version would change. */
    async changesTo(number: number): Promise<SiteChange[] | undefined> {
      const content = await contentOf(db, number);
      return content && changesBetween(await publishedContent(db), content);
    },
    /** The landing page for the editor: of a version, or of the draft. */
    async page(language: Language, number: number | null): Promise<string | undefined> {
      const key = number ?? `draft ${await revisionOf(db)}`;
      const content = number === null ? await draftContent(db) : await contentOf(db, number);
      return content && page(`${language} ${key}`, content, language);
    },
    async stop() {
      await polling.stop();
      await exclusive(async () => {});
    },
  };
}

const hashOf = (content: Content) => createHash('sha256').update(JSON.stringify(content)).digest('base64url');
