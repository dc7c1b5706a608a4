/** Links for posts and flyers: what came of them, and their QR codes. */
import { Hono } from 'hono';
import { type Links, type QrKind, qrKinds } from '../../contract/inbox.ts';
import { linkName } from '../../contract/link-name.ts';
import type { Config } from '../config.ts';
import { campaignLink } from '../figures/link.ts';
import { qrPng, qrSvg } from '../figures/qr.ts';
import type { Leads } from '../leads/leads.ts';
import { type InboxContext, type InboxEnv, refusal } from './request.ts';

const types: Record<QrKind, string> = { svg: 'image/svg+xml', png: 'image/png' };

export function linkRoutes({ leads, config }: { leads: Leads; config: Pick<Config, 'siteUrl'> }) {
  /** Where nobody said what the site's address is, the inbox was reached at one that works on this machine. */
  const origin = (c: InboxContext) => config.siteUrl ?? c.get('entrance').origin;

  return new Hono<InboxEnv>()
    .get('/links', async (c) => {
      const brought = await leads.links(origin(c));
      return c.json<Links, 200>(
        { base: campaignLink(origin(c), ''), public: config.siteUrl !== null, ...brought },
        200,
      );
    })
    .get('/links/:file', async (c) => {
      const [, name = '', ending] = /^([^/]+)\.([a-z]{3})$/.exec(c.req.param('file')) ?? [];
      const kind = qrKinds.find((each) => each === ending);
      // Only the address that the inbox itself would ask for.
      if (!kind || linkName(name) !== name) return c.json(refusal('gone'), 404);
      const link = await leads.makeLink(origin(c), name);
      return c.body(kind === 'svg' ? qrSvg(link) : new Uint8Array(qrPng(link)), 200, {
        'Content-Type': types[kind],
        'Content-Disposition': `attachment; filename="qr-${name}.${kind}"`,
      });
    });
}
