import { expect, test } from 'vitest';
import { networksOf, postsOf } from './posts.ts';

const origin = (source: string | null, campaign: string | null, visits: number, leads = 0, clients = 0) => ({
  ...{ source, campaign, visits, leads, clients },
  acts: visits / 10,
});

test('a post is one row however people came to it, and who came without one is counted by network', () => {
  const posts = postsOf([
    origin('telegram', 'reels12', 10, 1, 1),
    origin('instagram', 'reels12', 90, 3),
    origin('telegram', null, 40, 2),
    origin(null, null, 30),
  ]);
  expect(posts).toEqual([
    { campaign: 'reels12', sources: ['instagram', 'telegram'], visits: 100, acts: 10, leads: 4, clients: 1 },
    { campaign: null, sources: ['telegram'], visits: 40, acts: 4, leads: 2, clients: 0 },
    { campaign: null, sources: [null], visits: 30, acts: 3, leads: 0, clients: 0 },
  ]);
});

test('those that brought clients stand first, then leads, then visits', () => {
  const posts = postsOf([
    origin('instagram', 'many-visits', 900),
    origin('instagram', 'more-visits', 950),
    origin('instagram', 'leads', 50, 9),
    origin('instagram', 'clients', 20, 2, 2),
    // A campaign that is called like a network is not that network.
    origin('telegram', null, 5, 1, 1),
    origin('direct', 'telegram', 4, 1, 1),
  ]);
  expect(posts.map(({ campaign, sources }) => campaign ?? sources[0])).toEqual([
    'clients',
    'telegram',
    'telegram',
    'leads',
    'more-visits',
    'many-visits',
  ]);
});

test('a network is one row whichever posts people came by, most leads first', () => {
  const networks = networksOf([
    origin('telegram', 'reels12', 10, 1, 1),
    origin('instagram', 'reels12', 90, 1),
    origin('telegram', null, 40, 2),
    origin('instagram', 'story', 60, 2, 1),
    origin(null, null, 200),
  ]);
  expect(networks).toEqual([
    { source: 'instagram', visits: 150, leads: 3, clients: 1 },
    { source: 'telegram', visits: 50, leads: 3, clients: 1 },
    { source: null, visits: 200, leads: 0, clients: 0 },
  ]);
});
