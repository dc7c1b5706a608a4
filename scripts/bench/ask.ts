import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

type Reply = { status: number; headers: IncomingHttpHeaders; body: string };
type Question = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  withinMs?: number;
};

/** Browsers keep connections open, and a server that dies takes them along: so do these. */
const agent = new Agent({ keepAlive: true });

/** One request through a real socket. Rejects when no whole answer came. */
export function ask(url: string, { withinMs = 20_000, ...question }: Question = {}): Promise<Reply> {
  const { method = 'GET', headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent, signal: AbortSignal.timeout(withinMs) })
      .on('error', reject)
      .on('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        );
      })
      .end(body);
  });
}
