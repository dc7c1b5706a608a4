import { Hono } from 'hono';
import * as v from 'valibot';
import { withoutInvisible } from '#content/content.ts';
import type { SiteState } from '#contract/inbox.ts';
import { languageCodes } from '#contract/languages.ts';
import { inlineSources } from '#server/pages/inline.ts';
import { editorHeaders } from '#server/pages/security-headers.ts';
import type { PublishResult } from '#server/site/site.ts';
import { dropDraft, saveDraft } from '#server/site/versions.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { json, number, query, refusal, whoOf } from './request.ts';

const value = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((text) => text === withoutInvisible(text)),
);
const draft = v.record(v.string(), v.strictObject({ was: value, value }));

export function siteRoutes({ db, site, log }: InboxOptions) {
  async function answer(c: InboxContext, publishing: Promise<PublishResult>) {
    const result = await publishing.catch((error: Error) => {
      log.error({ error: error.message }, 'The site was not published');
      return { failed: true } as const;
    });
    if ('number' in result) return c.json(result, 200);
    if ('missing' in result) return c.json(refusal('not-found'), 404);
    return c.json(result, 'conflict' in result ? 409 : 'problems' in result ? 422 : 500);
  }

  return new Hono<InboxEnv>()
    .get('/site', async (c) => c.json<SiteState, 200>(await site.state(), 200))
    .put('/site/draft', json(draft), async (c) => {
      const conflicts = await saveDraft(db, c.req.valid('json'), whoOf(c));
      return c.json(conflicts, Object.keys(conflicts).length > 0 ? 409 : 200);
    })
    .delete('/site/draft', async (c) => {
      await dropDraft(db);
      return c.json({}, 200);
    })
    .post('/site/publish', (c) => answer(c, site.publishDraft(whoOf(c))))
    .post('/site/restore', json(v.strictObject({ number: v.pipe(v.number(), v.integer()) })), (c) =>
      answer(c, site.restore(c.req.valid('json').number, whoOf(c))),
    )
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
