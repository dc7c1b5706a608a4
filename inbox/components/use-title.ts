import { useEffect } from 'react';
import { useCounts } from '../queries.ts';

/** The tab's title begins with how many leads are new, so that it can be seen from another tab. */
export function useTitle(title: string): void {
  const count = useCounts().data?.new ?? 0;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [title, count]);
}
