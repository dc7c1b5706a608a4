import { describe, expect, it } from 'vitest';
import { cleanName } from './sources.ts';

describe('a name of a source or a campaign', () => {
  it('is written in one way, however it was typed', () => {
    for (const typed of ['reels-12', 'Reels 12', ' REELS  12! ', '"reels"/12', 'reels-12…'])
      expect(cleanName(typed)).toBe('reels-12');
    expect(cleanName('x'.repeat(50))).toHaveLength(40);
    expect(cleanName('Весна 2027')).toBe('весна-2027');
    expect(cleanName('Toʻy_№5.v2')).toBe('toʻy_-5.v2');
  });

  it('is nothing when nothing of it can be kept', () => {
    for (const typed of ['', '  ', '---', '…', '🎓', '\u202e', '\0', '\ud800'])
      expect(cleanName(typed)).toBeNull();
  });
});
