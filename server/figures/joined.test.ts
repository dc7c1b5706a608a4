import { expect, test } from 'vitest';
import { joinedFigures } from './joined.ts';

test('who came without a campaign is not taken for who came by one that is called `null`', () => {
  const { bySource } = joinedFigures(
    [],
    {
      ...{ days: [], byLanguage: [], bySource: [], hoursToFirstContact: null },
      byStatus: { new: 0, contacted: 0, consultation: 0, client: 0, lost: 0 },
    },
    {
      ...{ days: [], byLanguage: [], byClick: [], countedSince: null },
      bySource: [
        { source: 'direct', campaign: null, visits: 25, acts: 0 },
        { source: 'direct', campaign: 'null', visits: 1, acts: 0 },
        { source: null, campaign: null, visits: 3, acts: 0 },
        { source: 'null', campaign: null, visits: 2, acts: 0 },
      ],
    },
    50,
  );
  expect(bySource.map(({ source, campaign, visits }) => [source, campaign, visits])).toEqual([
    ['direct', null, 25],
    [null, null, 3],
    ['null', null, 2],
    ['direct', 'null', 1],
  ]);
});
