/**
 * A hosted Supabase project as a browser meets it: the gateway that knows the project's key, and PostgREST behind
 * it with one table. Written from their documentation and answers, not from this project's server.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Answer = { status: number; body?: object };

const table = '/rest/v1/contact_submissions';
const longest: Record<string, number> = { name: 200, phone: 50, email: 254, message: 5000 };
const jwtSecret = 'the-secret-of-the-stand-in';

/** Opaque, for the `apikey` header alone: https://supabase.com/docs/guides/api/api-keys */
export const publishableKey = 'sb_publishable_c3RhbmQtaW4_abcdefgh';
/** Its predecessor is a JWT that says `anon`, and goes into both headers. */
export const legacyKey = signed({ iss: 'supabase', ref: 'stand-in', role: 'anon', exp: 4_102_444_800 });

export async function startHostedProject(key: string) {
  const calls: Call[] = [];
  const rows: Record<string, unknown>[] = [];
  const troubles: (Answer | 'hang up')[] = [];

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: await text(request) };
    calls.push(call);
    const cors = { 'Access-Control-Allow-Origin': '*' };
    if (method === 'OPTIONS') {
      const asked = headers['access-control-request-headers'] ?? '';
      response.writeHead(200, {
        ...cors,
        'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
        'Access-Control-Allow-Headers': asked,
        'Access-Control-Max-Age': '3600',
      });
      return void response.end();
    }
    const trouble = troubles.shift();
    if (trouble === 'hang up') return void request.socket.destroy();
    const { status, body } = trouble ?? refusedByGateway(call, key) ?? insert(call, rows);
    response.writeHead(status, {
      ...cors,
      ...(body ? { 'Content-Type': 'application/json; charset=utf-8' } : { 'Content-Range': '*/*' }),
    });
    response.end(body && JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that arrived, preflights too. */
    calls,
    /** What is in the table. */
    rows,
    /** What the next inserts meet instead of the table. */
    trouble(...next: (Answer | 'hang up')[]) {
      troubles.push(...next);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function refusedByGateway({ headers }: Call, key: string): Answer | null {
  if (headers.apikey === undefined) return { status: 401, body: { message: 'No API key found in request' } };
  if (headers.apikey !== key) return { status: 401, body: { message: 'Invalid API key' } };
  // Without a token the caller is anonymous; with one, PostgREST insists that it is a JWT it can verify.
  const token = headers.authorization?.replace(/^Bearer /, '');
  return token === undefined || roleOf(token) === 'anon'
    ? null
    : refusal(401, 'PGRST301', 'Expected 3 parts in JWT');
}

/** The table of supabase/migrations and its grants: one insert of the four columns, nothing read back. */
function insert({ method, path, headers, body }: Call, rows: Record<string, unknown>[]): Answer {
  if (path !== table) return refusal(404, 'PGRST205', 'Could not find the table in the schema cache');
  if (method !== 'POST') return refusal(401, '42501', 'permission denied for table contact_submissions');
  if (headers['content-type'] !== 'application/json')
    return refusal(415, 'PGRST107', 'Content-Type not acceptable');
  if (/return=(?!minimal)/.test(String(headers.prefer))) return refusal(401, '42501', 'permission denied');

  const row: Record<string, unknown> = JSON.parse(body);
  const unknown = Object.keys(row).find((column) => !(column in longest));
  if (unknown) return refusal(400, 'PGRST204', `Could not find the '${unknown}' column`);
  for (const [column, limit] of Object.entries(longest)) {
    const value = row[column] ?? null;
    if (value === null && column !== 'email') return refusal(400, '23502', 'violates not-null constraint');
    if (typeof value === 'string' && value.length > limit)
      return refusal(400, '23514', 'violates check constraint');
  }
  rows.push(row);
  return { status: 201 };
}

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, details: null, hint: null },
});

function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${signature(content)}`;
}

function roleOf(token: string): unknown {
  const [header, claims = '', sign] = token.split('.');
  if (sign !== signature(`${header}.${claims}`)) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).role;
}

function signature(content: string): string {
  return createHmac('sha256', jwtSecret).update(content).digest('base64url');
}
