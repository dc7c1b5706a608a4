import { expect, test } from 'vitest';
import type { Figures } from '../../contract/inbox.ts';
import { languageCodes } from '../../contract/languages.ts';
import { hoursText } from '../../contract/time-text.ts';
import { speechIn } from '../leads/speech.ts';
import { statsText } from './conversation.ts';

const figures: Figures = {
  ...{ days: [], byLanguage: [], bySource: [], byClick: [], countedSince: null },
  funnel: { visits: 0, acts: 0, leads: 0, clients: 0 },
  byStatus: { new: 0, contacted: 0, consultation: 0, client: 0, lost: 0 },
  ...{ hoursToFirstContact: null, places: { taken: 0, of: 10 } },
};

test.each(languageCodes)(
  '/stats says in %s what the inbox says of the wait for the first answer',
  (language) => {
    const speech = speechIn(language);
    for (const hoursToFirstContact of [null, 0.001, 0.4, 3, 3.14, 47.9, 60]) {
      const told = hoursText(hoursToFirstContact, language, speech.inbox.figures);
      expect(statsText({ ...figures, hoursToFirstContact }, speech)).toContain(
        `${speech.inbox.figures.firstContact}: ${told}`,
      );
    }
  },
);
