import { Hono } from 'hono';
import * as v from 'valibot';
import type { Links, Stats } from '#contract/inbox.ts';
import { linkName } from '#contract/link-name.ts';
import { campaignLink, linksOf, makeLink } from '#server/stats/links.ts';
import { qrPng, qrSvg } from '#server/stats/qr.ts';
import { statsOf } from '#server/stats/sums.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { json, number, query, refusal } from './request.ts';

const days = v.pipe(number, v.minValue(1), v.maxValue(1000));

export function statsRoutes({ db, config: { siteUrl } }: InboxOptions) {
  /** Without a SITE_URL links work on this machine only. */
  const siteOf = (c: InboxContext) => siteUrl ?? c.get('access').origin;

  return new Hono<InboxEnv>()
    .get('/stats', query(v.object({ days: v.optional(days, '30') })), async (c) =>
      c.json<Stats>(await statsOf(db, c.req.valid('query').days)),
    )
    .get('/links', async (c) => {
      const base = `${siteOf(c)}/?utm_campaign=`;
      return c.json<Links>({ base, public: siteUrl !== null, ...(await linksOf(db)) });
    })
    .post('/links', json(v.strictObject({ name: v.string() })), async (c) => {
      const { name } = c.req.valid('json');
      if (linkName(name) !== name) return c.json(refusal('invalid'), 400);
      await makeLink(db, siteOf(c), name);
      return c.json({}, 200);
    })
    .get('/links/:file', (c) => {
      const [, name = '', kind] = /^(.+)\.(svg|png)$/.exec(c.req.param('file')) ?? [];
      if (!kind || linkName(name) !== name) return c.json(refusal('not-found'), 404);
      const link = campaignLink(siteOf(c), name);
      c.header('Content-Type', kind === 'svg' ? 'image/svg+xml' : 'image/png');
      c.header('Content-Disposition', `attachment; filename="qr-${name}.${kind}"`);
      return c.body(kind === 'svg' ? qrSvg(link) : new Uint8Array(qrPng(link)));
    });
}
