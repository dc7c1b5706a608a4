import type { Deadlines, Dictionary, Links } from '#content/content.ts';
import type { Language } from '#contract/languages.ts';
import type { PageName } from '#contract/pages.ts';
import type { Legal } from './legal-values.ts';

export type LegalText = Legal['privacy'];

/** The texts of one page in one language. Only the legal pages have `legal`. */
export type Texts = Dictionary & { links: Links; deadlines: Deadlines; legal?: LegalText };

/** The file of the texts. `version` is a hash of all texts, from the document's `data-texts`. */
export function textsAddress(page: PageName, language: Language, version: string): string {
  const name = page === 'privacy' || page === 'terms' ? page : 'landing';
  return `/assets/${name}.${language}.${version}.json`;
}

export async function loadTexts(page: PageName, language: Language): Promise<Texts> {
  const version = document.documentElement.dataset.texts ?? '';
  const response = await fetch(textsAddress(page, language, version));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json();
}
