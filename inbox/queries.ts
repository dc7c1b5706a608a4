import {
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useIsMutating,
  useQuery,
} from '@tanstack/react-query';
import type { LeadDelivery, LeadQuery, Me, SignInState, SiteState } from '#contract/inbox.ts';
import { ApiError, api, isApiError } from './api.ts';
import { dropDrafts } from './drafts.ts';

/** `ended`: the session of this device has expired or was ended elsewhere. */
export type SessionState = SignInState & { ended: boolean };

export const keys = {
  session: ['session'],
  revision: ['revision'],
  leads: ['leads'],
  due: ['due'],
  counts: ['counts'],
  lead: (ref: string) => ['lead', ref],
  same: (phone: string) => ['same', phone],
  erase: (ref: string) => ['erase', ref],
  stats: ['stats'],
  links: ['links'],
  health: ['health'],
  sessions: ['sessions'],
  site: ['site'],
  siteRevision: ['site-revision'],
};

// Tell components at once, not in a timer: a button must be disabled before the second tap of a double tap.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: checkSession }),
  mutationCache: new MutationCache({ onError: checkSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
      // By default calls wait while the browser believes it is offline.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

function checkSession(error: Error): void {
  const session = queryClient.getQueryData<SessionState>(keys.session);
  if (isApiError(error, 401) && session?.me) markSignedOut(session, { ended: true });
}

export const useSession = () =>
  useQuery<SessionState>({
    queryKey: keys.session,
    async queryFn() {
      const state = await api.signInState();
      // Read after the call: the person may have signed out meanwhile.
      const before = queryClient.getQueryData<SessionState>(keys.session);
      if (!state.me) forget();
      return { ...state, ended: !state.me && (before?.me != null || before?.ended === true) };
    },
  });

const pollMs = 5000;

/** Polls for changes of leads. */
export const useRevision = () =>
  useQuery({
    queryKey: keys.revision,
    async queryFn(): Promise<Seen> {
      const { revision, at } = await api.revision();
      const before = queryClient.getQueryState<Seen>(keys.revision);
      if (revision !== before?.data?.revision || before.error) void refetchLeads();
      return { revision, openedAt: before?.data?.openedAt ?? at };
    },
    refetchInterval: pollMs,
    staleTime: 0,
    retry: false,
  });

/** `openedAt`: the server's time when the inbox was opened. */
type Seen = { revision: string; openedAt: string };

export const useCounts = () => useQuery({ queryKey: keys.counts, queryFn: api.counts });

export const useLeads = (query: LeadQuery) =>
  useInfiniteQuery({
    queryKey: [...keys.leads, query],
    queryFn: ({ pageParam }) => api.leads(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useDue = () => useQuery({ queryKey: keys.due, queryFn: api.due });

/** Does not fetch while the lead is being erased: the answer would be "not found". */
export const useLead = (ref: string) =>
  useQuery({
    queryKey: keys.lead(ref),
    queryFn: () => api.lead(ref),
    // The revision does not cover deliveries.
    refetchInterval: ({ state }) => state.data?.deliveries.some(isUntried) && pollMs,
    enabled: useIsMutating({ mutationKey: keys.erase(ref) }) === 0,
  });

const isUntried = ({ state, attempts }: LeadDelivery) => state === 'pending' && attempts === 0;

export const useStats = (days: number) =>
  useQuery({
    queryKey: [...keys.stats, days],
    queryFn: () => api.stats(days),
    placeholderData: keepPreviousData,
  });

export const useLinks = () => useQuery({ queryKey: keys.links, queryFn: api.links });

export const useHealth = () =>
  useQuery({ queryKey: keys.health, queryFn: api.health, refetchInterval: 60_000, staleTime: 0 });

export const useSessions = () => useQuery({ queryKey: keys.sessions, queryFn: api.sessions });

/** Polled by its revision only. */
export function useSite() {
  useQuery({
    queryKey: keys.siteRevision,
    async queryFn() {
      const { revision } = await api.siteRevision();
      const site = queryClient.getQueryData<SiteState>(keys.site);
      if (site && site.revision !== revision) void refetchSite();
      return revision;
    },
    refetchInterval: pollMs,
    staleTime: 0,
    retry: false,
  });
  return useQuery({ queryKey: keys.site, queryFn: api.site });
}

export const refetchSite = () => queryClient.invalidateQueries({ queryKey: keys.site });

/** Everything that depends on leads. */
export const refetchLeads = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name = ''] }) =>
      !['session', 'sessions', 'revision', 'site', 'site-revision'].includes(String(name)),
  });

export const setSignedIn = (me: Me) =>
  queryClient.setQueryData<SessionState>(
    keys.session,
    (session) => session && { ...session, me, ended: false },
  );

export function endSession(): void {
  const session = queryClient.getQueryData<SessionState>(keys.session);
  if (session) markSignedOut(session, { ended: false });
}

function markSignedOut(session: SessionState, { ended }: { ended: boolean }): void {
  queryClient.setQueryData<SessionState>(keys.session, { ...session, me: null, ended });
  forget();
}

function forget(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
  dropDrafts();
}
