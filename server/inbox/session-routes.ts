/** The person's name, and all open sessions. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { type Me, type Sessions, whoLimit } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { readableLine } from '../leads/readable.ts';
import { clearCookie, type InboxEnv, json } from './request.ts';
import { endAllSessions, endSession, nameSession, openSessions } from './sessions.ts';

/** Shown beside each change, also in Telegram: one line without control characters. */
const name = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed()),
  v.transform(readableLine),
  v.minLength(1),
  v.maxLength(whoLimit),
);

export const sessionRoutes = (db: Db) =>
  new Hono<InboxEnv>()
    .put('/me', json(v.strictObject({ name })), async (c) => {
      const me = c.req.valid('json');
      await nameSession(db, c.get('session'), me.name);
      return c.json<Me, 200>(me, 200);
    })
    .get('/sessions', async (c) =>
      c.json<Sessions, 200>({ here: c.get('session').holder, sessions: await openSessions(db) }, 200),
    )
    .delete('/sessions/:id', async (c) => {
      await endSession(db, c.req.param('id'));
      return c.body(null, 204);
    })
    .delete('/sessions', async (c) => {
      await endAllSessions(db);
      clearCookie(c, 'session');
      return c.body(null, 204);
    });
