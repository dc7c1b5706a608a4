/** The legal pages say how this site is run: with numbers from the settings, for its own server or a hosted project. */
import { describe, expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import legalEn from '../../content/legal/en.json';
import legalRu from '../../content/legal/ru.json';
import legalUz from '../../content/legal/uz.json';
import { links } from '../../content/links.ts';
import { backupDays, provider } from '../../content/provider.ts';
import { fill } from '../../contract/fill.ts';
import { languageCodes, languages, monthsIn } from '../../contract/languages.ts';
import { type Hosting, legalValues } from './legal-values.ts';
import { fillAll } from './translate.ts';

const legal = { uz: legalUz, en: legalEn, ru: legalRu };
const ownServer: Hosting = { retentionDays: null, hostedProject: null };
const hosted: Hosting = { retentionDays: null, hostedProject: 'https://project.example' };

function privacy(language: (typeof languageCodes)[number], hosting: Hosting): string {
  const { privacy } = fillAll(
    legal[language],
    legalValues(defaultContent, language, legal[language], hosting),
  );
  return [privacy.updated, ...privacy.sections.flatMap(({ paragraphs }) => paragraphs)].join('\n');
}

describe.each(languageCodes)('the privacy policy in %s', (language) => {
  test('names who is responsible and how to reach them', () => {
    const text = privacy(language, ownServer);
    for (const detail of [...Object.values(provider), links.email]) expect(text).toContain(detail);
  });

  test('says after how many days leads are erased, and no number where they are kept', () => {
    expect(privacy(language, { ...ownServer, retentionDays: 417 })).toContain('417');
    const { forDays, untilAsked } = legal[language].choices.keptFor;
    const kept = privacy(language, ownServer);
    expect(kept).toContain(untilAsked);
    expect(kept).not.toContain(forDays.split('{')[0]);
  });

  test('says how long backups live', () => {
    expect(privacy(language, ownServer)).toMatch(new RegExp(`(?<!\\d)${backupDays}(?!\\d)`));
  });

  test('for a hosted project names it, and nothing that only the own server does', () => {
    const text = privacy(language, hosted);
    expect(text).toContain('project.example');
    const { choices } = fillAll(
      legal[language],
      legalValues(defaultContent, language, legal[language], hosted),
    );
    for (const { ownServer, hosted } of [
      choices.storedAlong,
      choices.place,
      choices.backups,
      choices.counted,
      choices.inBrowser,
      choices.ipAddress,
    ]) {
      expect(text).toContain(hosted);
      expect(text).not.toContain(ownServer);
    }
  });

  test('leaves nothing in braces, whichever way the site is run', () => {
    for (const hosting of [ownServer, hosted, { ...ownServer, retentionDays: 30 }])
      expect(privacy(language, hosting)).not.toMatch(/[{}]/);
  });
});

test.each([
  ['uz', '2026-yil 15-noyabr'],
  ['en', 'November 15, 2026'],
  ['ru', '15 ноября 2026 года'],
] as const)('%s writes a whole date in its own way', (language, written) => {
  const { fullDate } = languages[language];
  expect(fill(fullDate, { year: 2026, month: monthsIn(language)[10] as string, day: 15 })).toBe(written);
});

test('the policy in English speaks of all it has to', () => {
  const text = privacy('en', ownServer);
  for (const subject of [
    /name, phone/,
    /delivered, how many attempts/,
    /advise you on admission/,
    /Telegram \(a foreign service/,
    /until we delete them/,
    /corrected or erased, and withdraw/,
    /parent or guardian/,
    /no cookies/,
    /only daily totals/,
    /Global Privacy Control or Do Not Track/,
    /until you close the tab, which page led you here/,
  ])
    expect(text).toMatch(subject);
});
