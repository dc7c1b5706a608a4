import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { validator } from 'hono/validator';
import * as v from 'valibot';
import type { InboxRefusal } from '#contract/inbox.ts';
import type { Queries } from '#server/db/db.ts';
import type { InboxContext, InboxEnv } from './options.ts';
import { findSession } from './sessions.ts';

export const refusal = (error: InboxRefusal['error']): InboxRefusal => ({ error });

export const requireSession = (db: Queries) =>
  createMiddleware<InboxEnv>(async (c, next) => {
    const session = await findSession(db, readCookie(c, 'inbox-session'));
    if (!session) return c.json(refusal('signed-out'), 401);
    c.set('session', session);
    return next();
  });

export const isRead = (c: InboxContext) => c.req.method === 'GET' || c.req.method === 'HEAD';

/** Every change says who made it. */
export const requireName = createMiddleware<InboxEnv>(async (c, next) => {
  return isRead(c) || c.get('session').name !== null ? next() : c.json(refusal('name-required'), 403);
});

/** Only after `requireName`. */
export const whoOf = (c: InboxContext): string => c.get('session').name as string;

/** `createInbox` turns its errors into answers. */
export const json = <Schema extends v.GenericSchema>(schema: Schema) =>
  validator('json', (value) => v.parse(schema, value));

/** A number in a query string. */
export const number = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));

/** An empty parameter counts as absent. */
export const query = <Schema extends v.GenericSchema>(schema: Schema) =>
  validator('query', (value) =>
    v.parse(schema, Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))),
  );

type CookieName = 'inbox-code' | 'inbox-session';

export const readCookie = (c: InboxContext, name: CookieName): string | undefined =>
  c.get('access').https ? getCookie(c, name, 'host') : getCookie(c, name);

/** Over http, on the machine itself, WebKit drops cookies with `Secure` or `__Host-`. */
export function writeCookie(c: InboxContext, name: CookieName, value: string, seconds: number): void {
  const overHttps = c.get('access').https ? ({ secure: true, prefix: 'host' } as const) : {};
  setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Strict', maxAge: seconds, ...overHttps });
}

export const clearCookie = (c: InboxContext, name: CookieName): void => writeCookie(c, name, '', 0);
