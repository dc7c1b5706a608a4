import type { Content } from '#content/content.ts';
import { faqLanguage } from '#content/faq-language.ts';
import legalEn from '#content/legal/en.json' with { type: 'json' };
import legalRu from '#content/legal/ru.json' with { type: 'json' };
import legalUz from '#content/legal/uz.json' with { type: 'json' };
import type { Language } from '#contract/languages.ts';
import { type PageName, pages } from '#contract/pages.ts';
import { factValues } from './fact-values.ts';
import { type LegalSettings, legalValues } from './legal-values.ts';
import type { Texts } from './texts.ts';
import { fillAll, translate } from './translate.ts';

const legal = { uz: legalUz, en: legalEn, ru: legalRu };

/** All texts of one page in one language, with the facts filled in. */
export function pageTexts(
  content: Content,
  page: PageName,
  language: Language,
  legalSettings: LegalSettings = { retentionDays: null, supabaseProject: null },
): Texts {
  const own = content.texts[language];
  const faqIn = faqLanguage(translate(own, 'hero.badge'));
  const texts = {
    ...fillAll(own, factValues(content, language)),
    faq: fillAll(content.texts[faqIn].faq, factValues(content, faqIn)),
    links: content.links,
    deadlines: content.deadlines,
  };
  if (!isLegalPage(page)) return texts;
  const all = legal[language];
  return { ...texts, legal: fillAll(all[page], legalValues(content, language, all, legalSettings)) };
}

const isLegalPage = (page: PageName): page is 'privacy' | 'terms' => pages[page].isLegal;
