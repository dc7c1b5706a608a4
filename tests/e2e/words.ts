/** The dictionaries as the page shows them: facts filled in. */
import en from '../../content/en.json' with { type: 'json' };
import legalEn from '../../content/legal/en.json' with { type: 'json' };
import legalRu from '../../content/legal/ru.json' with { type: 'json' };
import legalUz from '../../content/legal/uz.json' with { type: 'json' };
import ru from '../../content/ru.json' with { type: 'json' };
import uz from '../../content/uz.json' with { type: 'json' };
import { factValues } from '../../site/i18n/fact-values.ts';
import type { Language } from '../../site/i18n/languages.ts';
import { type Dictionary, fillAll } from '../../site/i18n/translate.ts';

type Words = Dictionary & { legal: typeof legalEn };

export const words: Record<Language, Words> = {
  uz: fillAll({ ...uz, legal: legalUz }, factValues('uz')),
  en: fillAll({ ...en, legal: legalEn }, factValues('en')),
  ru: fillAll({ ...ru, legal: legalRu }, factValues('ru')),
};
