import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { LiveEvent } from '../contract/inbox.ts';
import { listenLive } from './live.ts';
import { changed, keys, queryClient } from './queries.ts';

/** `fresh`: leads that arrived before the reader's eyes. */
type Live = { lost: boolean; fresh: ReadonlySet<string> };

const LiveContext = createContext<Live>({ lost: false, fresh: new Set() });

export const useLive = () => use(LiveContext);

/** A flood of leads is one question to the server, not one for each of them. */
const gatherMs = 200;

export function LiveProvider({ children }: { children: ReactNode }) {
  const [lost, setLost] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const gathered: LiveEvent[] = [];
    let young = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      const events = gathered.splice(0);
      const added = events.filter(({ kind }) => kind === 'added').map(({ ref }) => ref);
      if (added.length > 0) setFresh((before) => new Set([...before, ...added]));
      changed(events);
    };
    const stop = listenLive({
      ready() {
        setLost(false);
        // All was asked for a moment ago; only leads may have come since.
        if (young) changed([]);
        else queryClient.invalidateQueries();
        young = false;
      },
      lost() {
        setLost(true);
        // An event source does not say why: it may be the session.
        queryClient.invalidateQueries({ queryKey: keys.door });
      },
      event(event) {
        gathered.push(event);
        timer ??= setTimeout(tell, gatherMs);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  return <LiveContext value={{ lost, fresh }}>{children}</LiveContext>;
}
