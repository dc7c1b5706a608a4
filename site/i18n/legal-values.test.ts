import { describe, expect, test } from 'vitest';
import { backupDays, company } from '#content/company.ts';
import { defaultContent } from '#content/default-content.ts';
import legalEn from '#content/legal/en.json';
import legalRu from '#content/legal/ru.json';
import legalUz from '#content/legal/uz.json';
import { links } from '#content/links.ts';
import { languageCodes } from '#contract/languages.ts';
import { type LegalSettings, legalValues } from './legal-values.ts';
import { fillAll } from './translate.ts';

const legal = { uz: legalUz, en: legalEn, ru: legalRu };
const ownServer: LegalSettings = { retentionDays: null, supabaseProject: null };
const staticSite: LegalSettings = { retentionDays: null, supabaseProject: 'https://project.example' };

function privacy(language: (typeof languageCodes)[number], legalSettings: LegalSettings): string {
  const { privacy } = fillAll(
    legal[language],
    legalValues(defaultContent, language, legal[language], legalSettings),
  );
  return [privacy.updated, ...privacy.sections.flatMap(({ paragraphs }) => paragraphs)].join('\n');
}

describe.each(languageCodes)('the privacy policy in %s', (language) => {
  test('names the company and its addresses, and says how long backups are kept', () => {
    const text = privacy(language, ownServer);
    for (const detail of [...Object.values(company), links.email]) expect(text).toContain(detail);
    expect(text).toMatch(new RegExp(`(?<!\\d)${backupDays}(?!\\d)`));
  });

  test('states the retention period, if there is one', () => {
    expect(privacy(language, { ...ownServer, retentionDays: 417 })).toContain('417');
    const { forDays, untilAsked } = legal[language].choices.keptFor;
    const kept = privacy(language, ownServer);
    expect(kept).toContain(untilAsked);
    expect(kept).not.toContain(forDays.split('{')[0]);
  });

  test('of a static site names the Supabase project, and describes no server of our own', () => {
    const text = privacy(language, staticSite);
    expect(text).toContain('project.example');
    const filled = fillAll(
      legal[language],
      legalValues(defaultContent, language, legal[language], staticSite),
    );
    const { keptFor: _, ...byMode } = filled.choices;
    for (const { ownServer, staticSite } of Object.values(byMode)) {
      expect(text).toContain(staticSite);
      expect(text).not.toContain(ownServer);
    }
  });
});
