import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { cleanName } from './sources.ts';

describe('a name of a source or a campaign', () => {
  it('is written in one way, however it was typed', () => {
    for (const typed of ['reels-12', 'Reels 12', ' REELS  12! ', '"reels"/12', 'reels-12…'])
      expect(cleanName(typed)).toBe('reels-12');
    expect(cleanName('Весна 2027')).toBe('весна-2027');
    expect(cleanName('Toʻy_№5.v2')).toBe('toʻy_-5.v2');
  });

  it('is nothing when nothing of it can be kept', () => {
    for (const typed of ['', '  ', '---', '…', '🎓', '\u202e', '\0', '\ud800'])
      expect(cleanName(typed)).toBeNull();
  });

  it('is never longer than 40 characters nor made of others, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (typed) => {
        const name = cleanName(typed);
        if (name === null) return;
        expect(name).toMatch(/^[\p{L}\p{N}._-]{1,40}$/u);
        expect(name.isWellFormed()).toBe(true);
        expect(cleanName(name)).toBe(name);
      }),
    );
  });
});
