import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './api.ts';
import { NotRead, Waiting } from './components/Waiting.tsx';
import { queryClient } from './queries.ts';

const code = {
  figures: () => import('./figures/Figures.tsx'),
  links: () => import('./links/Links.tsx'),
};

/** Asked for like anything else of the server: again when a request is lost, which React's `lazy` never does. */
const codeOf = (room: keyof typeof code) =>
  queryOptions({
    queryKey: ['code', room],
    queryFn: async () => (await code[room]()).default,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  });

/** A room whose code comes apart from the rest. */
export function LateRoom({ room }: { room: keyof typeof code }) {
  const { data: Room, error, isFetching, refetch } = useQuery(codeOf(room));
  if (Room) return <Room />;
  if (!error || isFetching) return <Waiting />;
  return <NotRead error={error} again={async () => (await refetch()).isError && loadAnew()} />;
}

/** A browser may remember the failure, and a newer server has no code of before: then only a new page helps. */
async function loadAnew(): Promise<void> {
  // Without a server there would be no page at all.
  const answers = await api.door().catch(() => null);
  if (answers) location.reload();
}

/** Once the first room is there, so that the line may be gone when another is opened. */
const leisureMs = 3000;

export function useLateRooms(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const room of Object.keys(code) as (keyof typeof code)[]) queryClient.prefetchQuery(codeOf(room));
    }, leisureMs);
    return () => clearTimeout(timer);
  }, []);
}
