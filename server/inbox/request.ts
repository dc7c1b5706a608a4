/** What every route of the inbox has in common: who asks, from where, and what they sent. */
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import type { InboxRefusal } from '../../contract/inbox.ts';
import { ClientGone, readBody } from '../submissions/body.ts';
import { Refusal } from '../submissions/refusal.ts';
import type { Entrance, FindEntrance } from './entrance.ts';
import type { SignIn } from './sign-in.ts';
import type { Session } from './sign-in-store.ts';

export type InboxEnv = {
  Bindings: HttpBindings;
  Variables: { entrance: Entrance; session: Session };
};
export type InboxContext = Context<InboxEnv>;

export const refusal = (error: InboxRefusal['error']): InboxRefusal => ({ error });

/** Where there is no inbox the pages answer, as to any address nobody has; this is for servers without pages. */
export const onlyWhereEntered = (findEntrance: FindEntrance) =>
  createMiddleware<InboxEnv>(async (c, next) => {
    const entrance = findEntrance(c.env.incoming);
    if (!entrance) return c.text('Not found', 404);
    c.set('entrance', entrance);
    await next();
    c.header('X-Robots-Tag', 'noindex');
  });

/**
 * Other sites' pages can send requests through the provider's browser. The cookie does not go with them (SameSite); this
 * is for what does not know that attribute, and for the pages of the site's own other subdomains, where it does go.
 */
export const onlyFromOwnPage = createMiddleware<InboxEnv>(async (c, next) => {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  // `none`: typed into the address bar.
  const elsewhere = site !== undefined && site !== 'same-origin' && !(reads && site === 'none');
  const own = origin === undefined ? reads || site === 'same-origin' : origin === c.get('entrance').origin;
  if (elsewhere || !own) return c.json(refusal('foreign'), 403);
  return next();
});

export const onlySignedIn = (signIn: SignIn) =>
  createMiddleware<InboxEnv>(async (c, next) => {
    const session = await signIn.findSession(readCookie(c, 'session'));
    if (!session) return c.json(refusal('signed-out'), 401);
    c.set('session', session);
    return next();
  });

/** Every change says who made it. */
export const onlyNamedChange = createMiddleware<InboxEnv>(async (c, next) => {
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD';
  return reads || c.get('session').name !== null ? next() : c.json(refusal('nameless'), 403);
});

/** A body of JSON, within the limits of size and time that submissions have. */
export function json<Schema extends v.GenericSchema>(
  schema: Schema,
): MiddlewareHandler<InboxEnv, string, { out: { json: v.InferOutput<Schema> } }> {
  return async (c, next) => {
    try {
      const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
      const value = type === 'application/json' ? JSON.parse(await readText(c)) : undefined;
      c.req.addValidatedData('json', v.parse(schema, value) as object);
    } catch (error) {
      if (error instanceof Refusal) return c.json(refusal('invalid'), error.status as 413, error.headers);
      // Nobody hears the answer.
      if (error instanceof ClientGone) return c.json(refusal('invalid'), 408);
      if (error instanceof SyntaxError || error instanceof TypeError || error instanceof v.ValiError)
        return c.json(refusal('invalid'), 400);
      throw error;
    }
    return next();
  };
}

const readText = async (c: Context<InboxEnv>): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(await readBody(c.env.incoming));

/** What is asked in an address. An empty parameter is none. */
export function query<Schema extends v.GenericSchema>(
  schema: Schema,
): MiddlewareHandler<InboxEnv, string, { out: { query: v.InferOutput<Schema> } }> {
  return async (c, next) => {
    const given = Object.entries(c.req.query()).filter(([, value]) => value !== '');
    const parsed = v.safeParse(schema, Object.fromEntries(given));
    if (!parsed.success) return c.json(refusal('invalid'), 400);
    c.req.addValidatedData('query', parsed.output as object);
    return next();
  };
}

const cookieNames = { code: 'inbox-code', session: 'inbox-session' };
type CookieName = keyof typeof cookieNames;

export const readCookie = (c: Context<InboxEnv>, name: CookieName): string | undefined =>
  c.get('entrance').https ? getCookie(c, cookieNames[name], 'host') : getCookie(c, cookieNames[name]);

/**
 * `__Host-` is believed by browsers from this very host over https only. On the machine itself, over http, neither the
 * prefix nor `Secure` can be had: WebKit would drop the cookie.
 */
export function writeCookie(c: Context<InboxEnv>, name: CookieName, value: string, seconds: number): void {
  const { https } = c.get('entrance');
  setCookie(c, cookieNames[name], value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: seconds,
    ...(https ? { secure: true, prefix: 'host' } : {}),
  });
}

export const clearCookie = (c: Context<InboxEnv>, name: CookieName): void => writeCookie(c, name, '', 0);
