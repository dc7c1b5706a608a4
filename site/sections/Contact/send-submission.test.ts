import { expect, test } from 'vitest';
import { hostedHeaders } from './send-submission.ts';

test('a hosted project gets a publishable key in one header, and a legacy key as a token as well', () => {
  expect(hostedHeaders('sb_publishable_abc')).toEqual({
    'Content-Type': 'application/json',
    apikey: 'sb_publishable_abc',
  });
  expect(hostedHeaders('eyJhbGciOi')).toMatchObject({
    apikey: 'eyJhbGciOi',
    Authorization: 'Bearer eyJhbGciOi',
  });
});
