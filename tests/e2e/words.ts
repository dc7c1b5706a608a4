/** The dictionaries as the page shows them: facts filled in, legal texts as for the site's own server. */
import en from '../../content/en.json' with { type: 'json' };
import legalEn from '../../content/legal/en.json' with { type: 'json' };
import legalRu from '../../content/legal/ru.json' with { type: 'json' };
import legalUz from '../../content/legal/uz.json' with { type: 'json' };
import ru from '../../content/ru.json' with { type: 'json' };
import uz from '../../content/uz.json' with { type: 'json' };
import type { Language } from '../../contract/languages.ts';
import { legalValues } from '../../site/i18n/legal-values.ts';
import { type Dictionary, fillAll } from '../../site/i18n/translate.ts';

type Words = Dictionary & { legal: typeof legalEn };

const operation = { retentionDays: null, hostedProject: null };

export const words: Record<Language, Words> = {
  uz: fillAll({ ...uz, legal: legalUz }, legalValues('uz', legalUz, operation)),
  en: fillAll({ ...en, legal: legalEn }, legalValues('en', legalEn, operation)),
  ru: fillAll({ ...ru, legal: legalRu }, legalValues('ru', legalRu, operation)),
};
