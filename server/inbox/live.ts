/**
 * What happens to leads, told to every open inbox as server-sent events. Each connection begins with `ready`: whoever
 * was away fetches anew what it shows and has missed nothing, whichever server it comes back to.
 */
import type { Socket } from 'node:net';
import { Hono } from 'hono';
import type { Log } from '../deliveries/channel.ts';
import type { Leads } from '../leads/leads.ts';
import type { InboxEnv } from './request.ts';
import type { SignIn } from './sign-in.ts';
import type { Session } from './sign-in-store.ts';

/** Often enough for proxies and for our own limit on silent connections, which is 30 s (server/http-server.ts). */
const usualBeatMs = 15_000;
/** A browser that is so many events behind is let go; when it comes back it fetches anew. */
const eventsBehind = 500;

/** Said when nothing can be missed any more: what happens while the inbox then fetches is told as well. */
const ready = 'event: ready\ndata: {}\n\n';
/** By name, for the inbox has to hear it: browsers keep a comment to themselves. */
const beat = 'event: beat\ndata: {}\n\n';

type Dependencies = { leads: Leads; signIn: SignIn; log: Log; beatMs?: number };
type Stream = { session: Session; send(text: string): void; close(): void };

export function createLive({ leads, signIn, log, beatMs = usualBeatMs }: Dependencies) {
  const streams = new Set<Stream>();
  let stopped = false;

  /** `connection`: what is opened for one that broke off meanwhile is cancelled by nobody. */
  function open(session: Session, connection?: Socket): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let close = () => {};
    return new ReadableStream({
      start(controller) {
        const beats = setInterval(async () => {
          // A store that is away says nothing about the session.
          if (await signIn.isOpen(session).catch(() => true)) stream.send(beat);
          else stream.close();
        }, beatMs);
        beats.unref();
        const stream: Stream = {
          session,
          send(text) {
            if (!streams.has(stream)) return;
            if ((controller.desiredSize ?? 0) < -eventsBehind) return stream.close();
            controller.enqueue(encoder.encode(text));
          },
          close() {
            // Asked twice when a beat was still waiting for the store.
            if (!streams.has(stream)) return;
            close();
            controller.close();
          },
        };
        close = () => {
          clearInterval(beats);
          connection?.off('close', stream.close);
          streams.delete(stream);
          unwatch();
        };
        connection?.once('close', stream.close);
        streams.add(stream);
        // How long a browser waits before it comes back.
        stream.send('retry: 2000\n\n');
        const unwatch = leads.watch(
          (event) => stream.send(`data: ${JSON.stringify(event)}\n\n`),
          () => stream.send(ready),
        );
        if (stopped || connection?.destroyed) stream.close();
      },
      cancel: () => close(),
    });
  }

  const routes = new Hono<InboxEnv>().get('/live', (c) => {
    c.header('Content-Type', 'text/event-stream; charset=utf-8');
    // nginx would hold events back until it has a buffer full of them.
    c.header('X-Accel-Buffering', 'no');
    // Hono asks here for HEAD as well, and would leave what was opened lying.
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(open(c.get('session'), c.env.incoming.socket));
  });

  return {
    routes,
    open,
    /** Of one session, or of all. */
    end(holder?: string): void {
      for (const stream of [...streams])
        if (holder === undefined || stream.session.holder === holder) stream.close();
    },
    stop(): void {
      stopped = true;
      if (streams.size > 0) log.info({ open: streams.size }, 'Asking open inboxes to reconnect');
      for (const stream of [...streams]) stream.close();
    },
  };
}
