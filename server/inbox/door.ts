/** The door: how to come in, and out again. All of it may be asked by strangers, none of it tells them anything. */
import { Hono } from 'hono';
import * as v from 'valibot';
import type { DoorRefusal, DoorState, Me } from '../../contract/inbox.ts';
import { addressOf, clientKey, type TrustedProxies } from '../submissions/client-address.ts';
import { browserName } from './browser-name.ts';
import { clearCookie, type InboxContext, type InboxEnv, json, readCookie, writeCookie } from './request.ts';
import type { SignIn } from './sign-in.ts';
import { codeMinutes, sessionDays } from './sign-in-store.ts';

const typed = v.pipe(v.string(), v.maxLength(100));
const wayIn = v.union([v.strictObject({ code: typed }), v.strictObject({ token: typed })]);

export function doorRoutes(signIn: SignIn, trustedProxies: TrustedProxies) {
  const entering = (c: InboxContext) => ({
    client: clientKey(addressOf(c.env.incoming, trustedProxies)),
    browser: browserName(c.req.header('User-Agent')),
  });

  return new Hono<InboxEnv>()
    .get('/door', async (c) => {
      // Not a 401 for those who are not in: browsers write it into the console as a fault of the page.
      const session = await signIn.findSession(readCookie(c, 'session'));
      const me = session && { name: session.name };
      return c.json<DoorState, 200>({ canSendCode: signIn.canSendCode, me }, 200);
    })
    .post('/codes', async (c) => {
      const asked = await signIn.askForCode({
        ...entering(c),
        earlier: readCookie(c, 'code'),
      });
      if ('error' in asked) {
        if (asked.error !== 'limited') return c.json<DoorRefusal, 503>(asked, 503);
        c.header('Retry-After', String(asked.retryAfterSeconds));
        return c.json<DoorRefusal, 429>(asked, 429);
      }
      writeCookie(c, 'code', asked.secret, codeMinutes * 60);
      return c.json({ expiresInSeconds: codeMinutes * 60 }, 202);
    })
    .post('/session', json(wayIn), async (c) => {
      const way = c.req.valid('json');
      const entered =
        'code' in way
          ? await signIn.enterWithCode(readCookie(c, 'code'), way.code, entering(c))
          : await signIn.enterWithAddress(way.token, entering(c));
      if ('error' in entered) return c.json<DoorRefusal, 401>(entered, 401);
      await signIn.endSession(readCookie(c, 'session'));
      clearCookie(c, 'code');
      writeCookie(c, 'session', entered.session, sessionDays * 24 * 3600);
      return c.json<Me, 200>({ name: null }, 200);
    })
    .delete('/session', async (c) => {
      await signIn.endSession(readCookie(c, 'session'));
      clearCookie(c, 'session');
      return c.body(null, 204);
    });
}
