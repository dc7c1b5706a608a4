import { expect, test } from 'vitest';
import { languageCodes } from '../../contract/languages.ts';
import { hoursText } from '../../contract/time-text.ts';
import { noStats } from '../../tests/staff-chat.ts';
import { localeIn } from '../leads/locale.ts';
import { statsText } from './texts.ts';

test.each(languageCodes)(
  '/stats says in %s what the inbox says of the time to the first contact',
  (language) => {
    const locale = localeIn(language);
    const names = locale.inbox.stats;
    for (const hoursToFirstContact of [null, 0.001, 0.4, 3, 3.14, 47.9, 60])
      expect(statsText({ ...noStats, hoursToFirstContact }, locale)).toContain(
        `${names.firstContact}: ${hoursText(hoursToFirstContact, language, names)}`,
      );
  },
);
