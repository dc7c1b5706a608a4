import { Hono } from 'hono';
import * as v from 'valibot';
import { type Me, personNameLimit, type SessionList, type SignInState } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import { readableLine } from '#server/leads/readable.ts';
import { browserName } from './browser-name.ts';
import { codeMinutes, redeemSignInLink } from './codes.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { clearCookie, json, readCookie, writeCookie } from './request.ts';
import { hashOf } from './secrets.ts';
import {
  createSession,
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  nameSession,
  sessionDays,
} from './sessions.ts';
import { createSignIn } from './sign-in.ts';

const shortText = v.pipe(v.string(), v.maxLength(100));
const codeOrToken = v.union([v.strictObject({ code: shortText }), v.strictObject({ token: shortText })]);

/** Open to strangers. */
export function signInRoutes(options: InboxOptions) {
  const { db, clientOf, log } = options;
  const signIn = createSignIn(options);
  const browserIn = (c: InboxContext) => browserName(c.req.header('User-Agent'));

  const signOut = (c: InboxContext) => endSession(db, hashOf(readCookie(c, 'inbox-session') ?? ''));

  return new Hono<InboxEnv>()
    .get('/sign-in', async (c) => {
      // Strangers get no 401: browsers log it as an error of the page.
      const session = await findSession(db, readCookie(c, 'inbox-session'));
      const me = session && { name: session.name };
      return c.json<SignInState>({ canSendCode: signIn.canSendCode, me });
    })
    .post('/codes', async (c) => {
      const requested = await signIn.requestCode(clientOf(c.env.incoming), browserIn(c));
      if ('error' in requested) return c.json(requested, requested.error === 'limited' ? 429 : 503);
      writeCookie(c, 'inbox-code', requested.secret, codeMinutes * 60);
      return c.json({ expiresInSeconds: codeMinutes * 60 }, 202);
    })
    .post('/session', json(codeOrToken), async (c) => {
      const proof = c.req.valid('json');
      const refused =
        'code' in proof
          ? await signIn.enterCode(readCookie(c, 'inbox-code') ?? '', proof.code)
          : !(await redeemSignInLink(db, proof.token)) && { error: 'expired' };
      if (refused) return c.json(refused, 401);
      await signOut(c);
      clearCookie(c, 'inbox-code');
      writeCookie(c, 'inbox-session', await createSession(db, browserIn(c)), sessionDays * 24 * 3600);
      log.info('Someone signed in to the inbox');
      return c.json<Me>({ name: null });
    })
    .delete('/session', async (c) => {
      await signOut(c);
      clearCookie(c, 'inbox-session');
      return c.body(null, 204);
    });
}

/** Shown beside each change, also in Telegram. */
const name = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed()),
  v.transform(readableLine),
  v.minLength(1),
  v.maxLength(personNameLimit),
);

export const sessionRoutes = (db: Queries) =>
  new Hono<InboxEnv>()
    .put('/me', json(v.strictObject({ name })), async (c) => {
      const me = c.req.valid('json');
      await nameSession(db, c.get('session'), me.name);
      return c.json<Me>(me);
    })
    .get('/sessions', async (c) =>
      c.json<SessionList>({ currentId: c.get('session').id, sessions: await listSessions(db) }),
    )
    .delete('/sessions/:id', async (c) => {
      await endSession(db, c.req.param('id'));
      return c.body(null, 204);
    })
    .delete('/sessions', async (c) => {
      await endAllSessions(db);
      clearCookie(c, 'inbox-session');
      return c.body(null, 204);
    });
