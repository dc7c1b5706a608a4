import { type CSSProperties, useEffect, useState } from 'react';
import { wideScreen } from './room.ts';

/** Less is left of a phone's screen only while its keyboard is open. */
const shortHeight = 480;

const read = () => ({ top: visualViewport?.offsetTop ?? 0, height: visualViewport?.height ?? innerHeight });

/** The place that a phone's keyboard leaves; undefined while it is closed. */
export function useKeyboardSpace(enabled: boolean): CSSProperties | undefined {
  const [space, setSpace] = useState(read);
  useEffect(() => {
    const update = () => setSpace(read());
    for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, update);
    return () => {
      for (const type of ['resize', 'scroll']) visualViewport?.removeEventListener(type, update);
    };
  }, []);
  return enabled && !wideScreen() && space.height < shortHeight ? space : undefined;
}
