/** The dictionaries as the page shows them: with facts filled in and the legal texts of a site with a server. */
import type { Dictionary } from '#content/content.ts';
import { defaultContent } from '#content/default-content.ts';
import legalEn from '#content/legal/en.json' with { type: 'json' };
import legalRu from '#content/legal/ru.json' with { type: 'json' };
import legalUz from '#content/legal/uz.json' with { type: 'json' };
import type { Language } from '#contract/languages.ts';
import { legalValues } from '#site/i18n/legal-values.ts';
import { fillAll } from '#site/i18n/translate.ts';

type Words = Dictionary & { legal: typeof legalEn };

const { uz, en, ru } = defaultContent.texts;
const legalSettings = { retentionDays: null, supabaseProject: null };

export const words: Record<Language, Words> = {
  uz: fillAll({ ...uz, legal: legalUz }, legalValues(defaultContent, 'uz', legalUz, legalSettings)),
  en: fillAll({ ...en, legal: legalEn }, legalValues(defaultContent, 'en', legalEn, legalSettings)),
  ru: fillAll({ ...ru, legal: legalRu }, legalValues(defaultContent, 'ru', legalRu, legalSettings)),
};
