/**
 * The open line to the server. When it drops it is opened again, sooner or later. What happened meanwhile is not told;
 * from `ready` on nothing is missed, so whoever listens asks for everything anew then.
 */
import type { LiveEvent } from '../contract/inbox.ts';
import { livePath } from './api.ts';

type Listener = { ready(): void; lost(): void; event(event: LiveEvent): void };

const shortestWait = 1000;
const longestWait = 15_000;
/** The server says something every 15 s: a network can swallow everything and end no connection. */
const longestSilence = 40_000;

export function listenLive({ ready, lost, event }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = shortestWait;

  // The browser's own way to connect again gives up for good when a proxy answers that the server is away.
  function connect(): void {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(livePath);
    source.addEventListener('ready', () => {
      wait = shortestWait;
      ready();
    });
    source.onmessage = ({ data }) => event(JSON.parse(data));
    source.onerror = fail;
    for (const name of ['ready', 'message', 'beat']) source.addEventListener(name, listen);
    listen();
  }

  function listen(): void {
    clearTimeout(timer);
    timer = setTimeout(fail, longestSilence);
  }

  function fail(): void {
    clearTimeout(timer);
    source?.close();
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, longestWait);
    lost();
  }

  connect();
  addEventListener('online', connect);
  // A line without a network stays open in silence until somebody sends something.
  addEventListener('offline', fail);
  return () => {
    removeEventListener('online', connect);
    removeEventListener('offline', fail);
    clearTimeout(timer);
    source?.close();
  };
}
