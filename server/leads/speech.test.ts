import { expect, test } from 'vitest';
import { languageCodes } from '../../contract/languages.ts';
import { momentText } from '../../inbox/language/time.ts';
import { speechIn } from './speech.ts';
import { tashkentDate } from './tashkent-time.ts';

test.each(languageCodes)(
  'a moment is written in %s as in the inbox, in every month, this year and another',
  (language) => {
    const now = new Date('2026-11-16T12:00:00Z');
    for (let month = -1; month < 12; month++) {
      const time = new Date(Date.UTC(2026, month, 5, 21, 30));
      expect(speechIn(language).moment(time, tashkentDate(now))).toBe(
        momentText(time.toISOString(), language, now.getTime()),
      );
    }
  },
);

test('Uzbek is spoken unless another language was chosen', () => {
  expect(speechIn().moment(new Date('2026-11-16T04:05:00Z'), '2026-12-01')).toBe('16-noyabr, 09:05');
});
