import { useEffect } from 'react';
import { useCounts } from '#inbox/queries.ts';

export function useTitle(title: string): void {
  const count = useCounts().data?.new ?? 0;
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${title}` : title;
  }, [title, count]);
}
