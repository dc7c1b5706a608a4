import { Hono } from 'hono';
import * as v from 'valibot';
import type { DraftAnswers, PublishRefusal, SiteChange, SiteState } from '#contract/inbox.ts';
import { languageCodes } from '#contract/languages.ts';
import { inlineSources } from '#server/pages/inline.ts';
import { editorHeaders } from '#server/pages/security-headers.ts';
import { discard, revisionOf, saveDraft } from '#server/site/draft.ts';
import type { PublishResult } from '#server/site/site.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { json, number, query, refusal, whoOf } from './request.ts';

const values = v.record(v.string(), v.string());
const changes = v.record(v.string(), v.strictObject({ was: v.string(), value: v.string() }));
const version = v.pipe(v.number(), v.integer());

export function siteRoutes({ db, site, log }: InboxOptions) {
  async function answer(c: InboxContext, publishing: Promise<PublishResult>) {
    const result = await publishing.catch((error: Error) => {
      log.error({ error: error.message }, 'The site was not published');
      return { failed: true } as const;
    });
    if ('number' in result) return c.json(result, 200);
    if ('failed' in result) return c.json(result, 500);
    if ('missing' in result) return c.json(refusal('not-found'), 404);
    return c.json<PublishRefusal, 409 | 422>(result, 'changed' in result ? 409 : 422);
  }

  return new Hono<InboxEnv>()
    .get('/site', async (c) => c.json<SiteState, 200>(await site.state(), 200))
    .get('/site/revision', async (c) => c.json({ revision: await revisionOf(db) }, 200))
    .put('/site/draft', json(changes), async (c) =>
      c.json<DraftAnswers, 200>(await saveDraft(db, c.req.valid('json'), whoOf(c)), 200),
    )
    .post('/site/discard', json(values), async (c) => {
      await discard(db, c.req.valid('json'), whoOf(c));
      return c.json({}, 200);
    })
    .post('/site/publish', json(v.strictObject({ live: version, values })), (c) =>
      answer(c, site.publish(c.req.valid('json'), whoOf(c))),
    )
    .post('/site/restore', json(v.strictObject({ number: version, live: version, undo: v.boolean() })), (c) =>
      answer(c, site.restore(c.req.valid('json'), whoOf(c))),
    )
    .get('/site/changes', query(v.object({ number })), async (c) => {
      const changes = await site.changesTo(c.req.valid('query').number);
      return changes ? c.json<SiteChange[], 200>(changes, 200) : c.json(refusal('not-found'), 404);
    })
    .get(
      '/site/page',
      query(v.object({ language: v.picklist(languageCodes), number: v.optional(number) })),
      async (c) => {
        const { language, number = null } = c.req.valid('query');
        const html = await site.page(language, number);
        if (html === undefined) return c.json(refusal('not-found'), 404);
        return c.html(html, 200, editorHeaders(c.get('access').https, inlineSources(html)));
      },
    );
}
