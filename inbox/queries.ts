/** What the server has said, kept and asked for again when it may have changed. */
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { DoorState, LeadQuery, LiveEvent, Me } from '../contract/inbox.ts';
import { api, isRefused, Refused } from './api.ts';
import { dropAllDrafts } from './lead/drafts.ts';

/** `ended`: somebody was in, and was put out. */
export type Door = DoorState & { ended: boolean };

/** A session that ended is noticed by whichever call is refused first. */
function noticeTheEnd(error: Error): void {
  const door = queryClient.getQueryData<Door>(keys.door);
  if (isRefused(error, 401) && door?.me) close(door, { ended: true });
}

export const keys = {
  door: ['door'],
  leads: ['leads'],
  counts: ['counts'],
  lead: (ref: string) => ['lead', ref],
  figures: ['figures'],
  links: ['links'],
  health: ['health'],
  sessions: ['sessions'],
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeTheEnd }),
  mutationCache: new MutationCache({ onError: noticeTheEnd }),
  defaultOptions: {
    queries: {
      // Live events tell of every change; this is for what they do not cover, as a laptop that was asleep.
      staleTime: 30_000,
      // What the server refuses it will refuse again.
      retry: (failures, error) => !(error instanceof Refused && error.status < 500) && failures < 2,
      // By default a call is put off in silence while the browser believes to be offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export const useDoor = () =>
  useQuery<Door>({
    queryKey: keys.door,
    async queryFn() {
      const door = await api.door();
      // Asked only now: meanwhile somebody may have gone of their own will.
      const before = queryClient.getQueryData<Door>(keys.door);
      if (!door.me) forget();
      return { ...door, ended: !door.me && (before?.me != null || before?.ended === true) };
    },
  });

export const useCounts = () => useQuery({ queryKey: keys.counts, queryFn: api.counts });

export const useLeads = (query: LeadQuery) =>
  useInfiniteQuery({
    queryKey: [...keys.leads, query],
    queryFn: ({ pageParam }) => api.leads(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useLead = (ref: string) => useQuery({ queryKey: keys.lead(ref), queryFn: () => api.lead(ref) });

/** How many other leads have its number. Among the lists: it changes with any of them. */
export const useOthers = (ref: string): number =>
  useQuery({ queryKey: [...keys.leads, 'others', ref], queryFn: () => api.others(ref) }).data?.count ?? 0;

export const useFigures = (days: number) =>
  useQuery({
    queryKey: [...keys.figures, days],
    queryFn: () => api.figures(days),
    placeholderData: keepPreviousData,
  });

export const useLinks = () => useQuery({ queryKey: keys.links, queryFn: api.links });

export const useHealth = () =>
  useQuery({ queryKey: keys.health, queryFn: api.health, refetchInterval: 60_000 });

export const useSessions = () => useQuery({ queryKey: keys.sessions, queryFn: api.sessions });

/** Leads that this page is erasing: it is told of the end by the answer, which comes after the live event. */
export const beingErased = new Set<string>();

/** Somebody changed a lead, or a new one came: the lists are asked for again, with them the lead if it is open. */
export function changed(events: Iterable<LiveEvent>): void {
  for (const { ref } of events)
    if (!beingErased.has(ref)) queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
  for (const queryKey of [keys.leads, keys.counts, keys.figures, keys.links])
    queryClient.invalidateQueries({ queryKey });
}

/** What waits for a channel, or was given up on, has changed by what somebody did: the red line says so at once. */
export const healthChanged = () => queryClient.invalidateQueries({ queryKey: keys.health });

export const letIn = (me: Me) =>
  queryClient.setQueryData<Door>(keys.door, (door) => door && { ...door, me, ended: false });

export function letOut(): void {
  const door = queryClient.getQueryData<Door>(keys.door);
  if (door) close(door, { ended: false });
}

function close(door: Door, { ended }: { ended: boolean }): void {
  queryClient.setQueryData<Door>(keys.door, { ...door, me: null, ended });
  forget();
}

/** Nothing that was read or written may be seen after the session. */
function forget(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.door[0] });
  dropAllDrafts();
}
