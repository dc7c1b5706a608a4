/** Signing in and out. Open to strangers. */
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Me, SignInRefusal, SignInState } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import { browserName } from './browser-name.ts';
import { codeMinutes } from './codes.ts';
import { clearCookie, type InboxContext, type InboxEnv, json, readCookie, writeCookie } from './request.ts';
import { endSession, findSession, sessionDays } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

const typed = v.pipe(v.string(), v.maxLength(100));
const codeOrToken = v.union([v.strictObject({ code: typed }), v.strictObject({ token: typed })]);

export function signInRoutes(db: Db, signIn: SignIn, clientOf: (request: IncomingMessage) => string) {
  const client = (c: InboxContext) => ({
    address: clientOf(c.env.incoming),
    browser: browserName(c.req.header('User-Agent')),
  });

  async function signOut(c: InboxContext): Promise<void> {
    const session = await findSession(db, readCookie(c, 'session'));
    if (session) await endSession(db, session.holder);
  }

  return new Hono<InboxEnv>()
    .get('/sign-in', async (c) => {
      // Not a 401 for strangers: browsers log it as an error of the page.
      const session = await findSession(db, readCookie(c, 'session'));
      const me = session && { name: session.name };
      return c.json<SignInState, 200>({ canSendCode: signIn.canSendCode, me }, 200);
    })
    .post('/codes', async (c) => {
      const requested = await signIn.requestCode(client(c), readCookie(c, 'code'));
      if ('error' in requested) {
        if (requested.error !== 'limited') return c.json<SignInRefusal, 503>(requested, 503);
        c.header('Retry-After', String(requested.retryAfterSeconds));
        return c.json<SignInRefusal, 429>(requested, 429);
      }
      writeCookie(c, 'code', requested.secret, codeMinutes * 60);
      return c.json({ expiresInSeconds: codeMinutes * 60 }, 202);
    })
    .post('/session', json(codeOrToken), async (c) => {
      const way = c.req.valid('json');
      const entered =
        'code' in way
          ? await signIn.enterWithCode(readCookie(c, 'code'), way.code, client(c))
          : await signIn.enterWithAddress(way.token, client(c).browser);
      if ('error' in entered) return c.json<SignInRefusal, 401>(entered, 401);
      await signOut(c);
      clearCookie(c, 'code');
      writeCookie(c, 'session', entered.session, sessionDays * 24 * 3600);
      return c.json<Me, 200>({ name: null }, 200);
    })
    .delete('/session', async (c) => {
      await signOut(c);
      clearCookie(c, 'session');
      return c.body(null, 204);
    });
}
