import { expect, test } from 'vitest';
import { supabaseHeaders } from './send-submission.ts';

test('a Supabase project gets a publishable key in one header, and a legacy key as a token as well', () => {
  expect(supabaseHeaders('sb_publishable_abc')).toEqual({
    'Content-Type': 'application/json',
    apikey: 'sb_publishable_abc',
  });
  expect(supabaseHeaders('eyJhbGciOi')).toMatchObject({
    apikey: 'eyJhbGciOi',
    Authorization: 'Bearer eyJhbGciOi',
  });
});
