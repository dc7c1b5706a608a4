/** What the server has said, kept and asked for again when it may have changed. */
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { LeadQuery, LiveEvent, Me } from '../contract/inbox.ts';
import { api, isRefused, Refused } from './api.ts';

/** A session that ended is noticed by whichever call is refused first, and everything that was read is forgotten. */
function noticeTheEnd(error: Error): void {
  if (isRefused(error, 401) && queryClient.getQueryData<Session>(keys.me)?.me) forgetEverything({ ended: true });
}

/** Who is in. When nobody is: whether somebody was, and was put out. */
export type Session = { me: Me } | { me: null; ended: boolean };

export const keys = {
  me: ['me'],
  leads: ['leads'],
  counts: ['counts'],
  lead: (ref: string) => ['lead', ref],
  figures: ['figures'],
  health: ['health'],
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

export function useSession() {
  return useQuery<Session>({
    queryKey: keys.me,
    queryFn: async () => {
      try {
        return { me: await api.me() };
      } catch (error) {
        if (!isRefused(error, 401)) throw error;
        const before = queryClient.getQueryData<Session>(keys.me);
        return { me: null, ended: before ? before.me !== null || before.ended : false };
      }
    },
  });
}

export const useCounts = () => useQuery({ queryKey: keys.counts, queryFn: api.counts });

export const useLeads = (query: LeadQuery) =>
  useInfiniteQuery({
    queryKey: [...keys.leads, query],
    queryFn: ({ pageParam }) => api.leads(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useLead = (ref: string) =>
  useQuery({ queryKey: keys.lead(ref), queryFn: () => api.lead(ref) });

export const useFigures = (days: number, enabled = true) =>
  useQuery({
    queryKey: [...keys.figures, days],
    queryFn: () => api.figures(days),
    placeholderData: keepPreviousData,
    enabled,
  });

export const useHealth = () =>
  useQuery({ queryKey: keys.health, queryFn: api.health, refetchInterval: 60_000 });

/** Somebody changed a lead, or a new one came: the lists are asked for again, with them the lead if it is open. */
export function changed(events: Iterable<LiveEvent>): void {
  for (const { ref } of events) queryClient.invalidateQueries({ queryKey: keys.lead(ref) });
  for (const queryKey of [keys.leads, keys.counts, keys.figures]) queryClient.invalidateQueries({ queryKey });
}

/** Nothing that was read may be seen after the session. */
export function forgetEverything({ ended }: { ended: boolean }): void {
  queryClient.clear();
  const nobody: Session = { me: null, ended };
  queryClient.setQueryData(keys.me, nobody);
}
