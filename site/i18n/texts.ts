import type { Language } from '../../contract/languages.ts';
import type { PageName } from '../pages/names.ts';
import { factValues } from './fact-values.ts';
import { faqLanguage } from './faq-language.ts';
import { type Legal, legalValues, type Operation } from './legal-values.ts';
import { type Dictionary, fillAll, translate } from './translate.ts';

type LegalText = Legal['privacy'];

/** All the words of one page in one language; the legal text only where it is shown. */
export type Texts = Dictionary & { legal?: LegalText };

/** Each file is a chunk of its own: a visitor loads one language, and legal texts only on their pages. */
const dictionaries: Record<Language, () => Promise<{ default: Dictionary }>> = {
  uz: () => import('../../content/uz.json'),
  en: () => import('../../content/en.json'),
  ru: () => import('../../content/ru.json'),
};
const legal: Record<Language, () => Promise<{ default: Legal }>> = {
  uz: () => import('../../content/legal/uz.json'),
  en: () => import('../../content/legal/en.json'),
  ru: () => import('../../content/legal/ru.json'),
};

const operation: Operation = {
  retentionDays: __RETENTION_DAYS__,
  hostedProject: __HOSTED_PROJECT__?.origin ?? null,
};

export async function loadTexts(page: PageName, language: Language): Promise<Texts> {
  const [{ default: own }, legalText] = await Promise.all([
    askAgain(dictionaries[language]),
    page === 'privacy' || page === 'terms' ? loadLegal(page, language) : undefined,
  ]);
  const texts: Texts = { ...own, ...(legalText && { legal: legalText }) };
  const faqIn = faqLanguage(translate(texts, 'hero.badge'));
  if (faqIn !== language)
    texts.faq = fillAll((await askAgain(dictionaries[faqIn])).default.faq, factValues(faqIn));
  return fillAll(texts, factValues(language));
}

async function loadLegal(page: keyof Legal & PageName, language: Language): Promise<LegalText> {
  const { default: all } = await askAgain(legal[language]);
  return fillAll(all[page], legalValues(language, all, operation));
}

/**
 * Firefox remembers that a module did not arrive, and never asks for it again; under another address it does. The
 * failure's own words tell the address. WebKit's do not, but it asks again by itself.
 */
async function askAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (failure) {
    const [address] = /https?:\S+/.exec(String(failure)) ?? [];
    if (!address) throw failure;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}
