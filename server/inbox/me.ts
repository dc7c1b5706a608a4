/** The person behind a session: what they call themselves, who else is in, and an end to one session or all. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { type Me, type Sessions, whoLimit } from '../../contract/inbox.ts';
import { readableLine } from '../leads/readable.ts';
import { clearCookie, type InboxEnv, json } from './request.ts';
import type { SignIn } from './sign-in.ts';

/** It stands beside what they do, also in Telegram: one line, nothing in it that turns or hides text. */
const name = v.strictObject({
  name: v.pipe(
    v.string(),
    v.check((text) => text.isWellFormed()),
    v.transform(readableLine),
    v.minLength(1),
    v.maxLength(whoLimit),
  ),
});

export function meRoutes(signIn: SignIn) {
  return new Hono<InboxEnv>()
    .put('/me', json(name), async (c) => {
      const me = c.req.valid('json');
      await signIn.nameSession(c.get('session'), me.name);
      return c.json<Me, 200>(me, 200);
    })
    .get('/sessions', async (c) =>
      c.json<Sessions, 200>({ here: c.get('session').holder, sessions: await signIn.openSessions() }, 200),
    )
    .delete('/sessions/:id', async (c) => {
      await signIn.endOne(c.req.param('id'));
      return c.body(null, 204);
    })
    .delete('/sessions', async (c) => {
      await signIn.endAll();
      clearCookie(c, 'session');
      return c.body(null, 204);
    });
}
