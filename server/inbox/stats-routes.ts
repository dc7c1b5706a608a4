/** Stats, and links for posts and flyers with their QR codes. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { type Links, type QrKind, qrKinds, type Stats } from '../../contract/inbox.ts';
import { linkName } from '../../contract/link-name.ts';
import type { Db } from '../db/db.ts';
import { type InboxContext, type InboxEnv, query, refusal } from './request.ts';

/** The stats room, which the service hands over. */
export type StatsRoom = {
  statsOf(db: Db, days: number): Promise<Stats>;
  linksOf(db: Db, siteUrl: string): Promise<Pick<Links, 'links' | 'countedSince'>>;
  /** Answers its address. From then on its visits are counted by name. */
  makeLink(db: Db, siteUrl: string, name: string): Promise<string>;
  qrSvg(link: string): string;
  qrPng(link: string): Uint8Array;
};

const types: Record<QrKind, string> = { svg: 'image/svg+xml', png: 'image/png' };
const days = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number), v.maxValue(1000));

export function statsRoutes(db: Db, stats: StatsRoom, siteUrl: string | null) {
  /** Without a SITE_URL links work on this machine only. */
  const siteOf = (c: InboxContext) => siteUrl ?? c.get('access').origin;

  return new Hono<InboxEnv>()
    .get('/stats', query(v.object({ days: v.optional(days, '30') })), async (c) =>
      c.json<Stats, 200>(await stats.statsOf(db, c.req.valid('query').days), 200),
    )
    .get('/links', async (c) => {
      const base = `${siteOf(c)}/?utm_campaign=`;
      const links = await stats.linksOf(db, siteOf(c));
      return c.json<Links, 200>({ base, public: siteUrl !== null, ...links }, 200);
    })
    .get('/links/:file', async (c) => {
      const [, name = '', ending] = /^([^/]+)\.([a-z]{3})$/.exec(c.req.param('file')) ?? [];
      const kind = qrKinds.find((each) => each === ending);
      if (!kind || linkName(name) !== name) return c.json(refusal('gone'), 404);
      const link = await stats.makeLink(db, siteOf(c), name);
      return c.body(kind === 'svg' ? stats.qrSvg(link) : new Uint8Array(stats.qrPng(link)), 200, {
        'Content-Type': types[kind],
        'Content-Disposition': `attachment; filename="qr-${name}.${kind}"`,
      });
    });
}
