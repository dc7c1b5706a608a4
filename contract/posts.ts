import type { Figures } from './inbox.ts';

type Origin = Figures['bySource'][number];

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
    const { source, campaign } = origin;
    const key = campaign === null ? `source ${source}` : `campaign ${campaign}`;
    const post = posts.get(key) ?? { campaign, sources: [], visits: 0, acts: 0, leads: 0, clients: 0 };
    if (!post.sources.includes(source)) post.sources.push(source);
    for (const sum of ['visits', 'acts', 'leads', 'clients'] as const) post[sum] += origin[sum];
    posts.set(key, post);
  }
  return [...posts.values()].sort(byClients);
}

type Sums = { visits: number; leads: number; clients: number };

export const byClients = (one: Sums, other: Sums) =>
  other.clients - one.clients || other.leads - one.leads || byVisits(one, other);

const byVisits = (one: { visits: number }, other: { visits: number }) => other.visits - one.visits;
