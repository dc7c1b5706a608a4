/** What every route has in common: who asks, from where, and what they sent. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import type { InboxRefusal } from '../../contract/inbox.ts';
import type { Db } from '../db/db.ts';
import type { Access } from './access.ts';
import { findSession, type Session } from './sessions.ts';

export type InboxEnv = { Bindings: HttpBindings; Variables: { access: Access; session: Session } };
export type InboxContext = Context<InboxEnv>;

export const refusal = (error: InboxRefusal['error']): InboxRefusal => ({ error });

export const requireSession = (db: Db) =>
  createMiddleware<InboxEnv>(async (c, next) => {
    const session = await findSession(db, readCookie(c, 'session'));
    if (!session) return c.json(refusal('signed-out'), 401);
    c.set('session', session);
    return next();
  });

/** Every change says who made it. */
export const requireName = createMiddleware<InboxEnv>(async (c, next) => {
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  return reads || c.get('session').name !== null ? next() : c.json(refusal('nameless'), 403);
});

/** Only after `requireName`. */
export const whoOf = (c: InboxContext): string => c.get('session').name as string;

/** What they do not take is refused in `createInbox`. */
export const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  validator('json', (value) => v.parse(schema, value));

/** An empty parameter counts as absent. */
export const query = <Schema extends v.GenericSchema>(schema: Schema) =>
  validator('query', (value) =>
    v.parse(schema, Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))),
  );

const cookieNames = { code: 'inbox-code', session: 'inbox-session' };
type CookieName = keyof typeof cookieNames;

export const readCookie = (c: InboxContext, name: CookieName): string | undefined =>
  c.get('access').https ? getCookie(c, cookieNames[name], 'host') : getCookie(c, cookieNames[name]);

/** On the machine itself, over http, neither `Secure` nor the prefix `__Host-` is possible: WebKit would drop the cookie. */
export function writeCookie(c: InboxContext, name: CookieName, value: string, seconds: number): void {
  setCookie(c, cookieNames[name], value, {
    ...{ path: '/', httpOnly: true, sameSite: 'Strict', maxAge: seconds },
    ...(c.get('access').https ? { secure: true, prefix: 'host' } : {}),
  });
}

export const clearCookie = (c: InboxContext, name: CookieName): void => writeCookie(c, name, '', 0);
