import type { Stats } from './inbox.ts';

type Origin = Stats['bySource'][number];

/** What one post, or one network without a post's name, has brought. */
export type Post = Pick<Origin, 'campaign' | 'visits' | 'acts' | 'leads' | 'clients'> & {
  /** Through which networks, most visits first. */
  sources: (string | null)[];
};

/**
 * A post is one row however people came to it: a link from a story is also passed on in Telegram. Who came without any is
 * counted by network. Those that brought clients stand first.
 */
export function postsOf(origins: readonly Origin[]): Post[] {
  const posts = new Map<string, Post>();
  for (const origin of [...origins].sort(byVisits)) {
    // Campaigns that are not told apart are no post.
    const told = origin.campaign === 'other' ? { source: 'other', campaign: null } : origin;
    const { source, campaign } = told;
    const key = postKey(told);
    const post = posts.get(key) ?? { campaign, sources: [], visits: 0, acts: 0, leads: 0, clients: 0 };
    if (!post.sources.includes(source)) post.sources.push(source);
    for (const sum of ['visits', 'acts', 'leads', 'clients'] as const) post[sum] += origin[sum];
    posts.set(key, post);
  }
  return [...posts.values()].sort(byClients);
}

/** A name is never empty; and somebody's campaign or network may be called `null`. */
export const postKey = ({ source, campaign }: Pick<Origin, 'source' | 'campaign'>): string =>
  campaign === null ? `source ${source ?? ''}` : `campaign ${campaign}`;

/** What one network has brought, by whichever posts. */
export type Network = Pick<Origin, 'source' | 'visits' | 'leads' | 'clients'>;

/** Those that brought most leads stand first. Of more than `most` the rest is one row, the last. */
export function networksOf(origins: readonly Origin[], most = 12): Network[] {
  const all = summed(origins);
  if (all.length <= most) return all;
  const named = all.filter(({ source }) => source !== 'other').slice(0, most - 1);
  const rest = all.filter((network) => !named.includes(network));
  return [...named, ...summed(rest.map((network) => ({ ...network, source: 'other' })))];
}

function summed(origins: readonly Network[]): Network[] {
  const networks = new Map<string | null, Network>();
  for (const origin of origins) {
    const { source } = origin;
    const network = networks.get(source) ?? { source, visits: 0, leads: 0, clients: 0 };
    for (const sum of ['visits', 'leads', 'clients'] as const) network[sum] += origin[sum];
    networks.set(source, network);
  }
  return [...networks.values()].sort((one, other) => other.leads - one.leads || byVisits(one, other));
}

type Sums = { visits: number; leads: number; clients: number };

export const byClients = (one: Sums, other: Sums) =>
  other.clients - one.clients || other.leads - one.leads || byVisits(one, other);

const byVisits = (one: { visits: number }, other: { visits: number }) => other.visits - one.visits;
