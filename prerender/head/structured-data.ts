/**
 * The page in schema.org's vocabulary. The organization has no name: the one in content/company.ts is a placeholder until
 * someone replaces it, and would show in search results.
 */
import type { Language } from '#contract/languages.ts';
import { placeholderOrigin } from '#prerender/origin.ts';
import { pageTitle } from '#site/i18n/page-title.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import type { PageName } from '#site/pages/names.ts';
import { anchors } from '#site/sections/anchors.ts';
import { absoluteAddress } from './addresses.ts';
import { pageDescription } from './page-description.ts';

export type Thing = { '@type': string; '@id'?: string; [property: string]: unknown };

export function structuredData(page: PageName, language: Language, texts: Texts): string {
  const graph = graphOf(page, language, texts);
  if (graph.length === 0) return '';
  // Only `<` can end a script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  );
  return `<script type="application/ld+json">${json}</script>`;
}

function graphOf(page: PageName, language: Language, texts: Texts): Thing[] {
  if (page === 'landing')
    return [organization(language, texts), service(language, texts), faq(language, texts)];
  return page === 'not-found' ? [] : [legalPage(page, language, texts), breadcrumbs(page, language, texts)];
}

/** Shared by all pages. */
const organizationId = `${placeholderOrigin}/#organization`;
const serviceId = `${placeholderOrigin}/#service`;

const organization = (language: Language, texts: Texts): Thing => ({
  '@type': 'EducationalOrganization',
  '@id': organizationId,
  url: absoluteAddress('landing', language),
  description: translate(texts, 'footer.tagline'),
  logo: `${placeholderOrigin}/icon-512.png`,
  email: texts.links.email,
  sameAs: [texts.links.telegramChannel],
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    url: texts.links.telegramAdmin,
    email: texts.links.email,
  },
});

function service(language: Language, texts: Texts): Thing {
  const italy = {
    name: translate(texts, 'services.italy.name'),
    summary: translate(texts, 'services.italy.title'),
    price: translate(texts, 'services.italy.price'),
  };
  return {
    '@type': 'Service',
    '@id': serviceId,
    name: translate(texts, 'footer.description'),
    description: translate(texts, 'meta.description'),
    provider: { '@id': organizationId },
    areaServed: 'UZ',
    audience: { '@type': 'EducationalAudience', educationalRole: 'student' },
    termsOfService: absoluteAddress('terms', language),
    offers: [...texts.services.packages, italy].map(({ name, summary, price }) => ({
      '@type': 'Offer',
      name,
      description: summary,
      ...money(price),
      url: absoluteAddress('landing', language, anchors.services),
    })),
  };
}

const faq = (language: Language, texts: Texts): Thing => ({
  '@type': 'FAQPage',
  '@id': absoluteAddress('landing', language),
  name: pageTitle('landing', texts),
  inLanguage: language,
  about: { '@id': serviceId },
  mainEntity: texts.faq.items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const legalPage = (page: PageName, language: Language, texts: Texts): Thing => ({
  '@type': 'WebPage',
  '@id': absoluteAddress(page, language),
  name: pageTitle(page, texts),
  description: pageDescription(page, texts),
  inLanguage: language,
  breadcrumb: { '@id': absoluteAddress(page, language, 'breadcrumbs') },
});

const breadcrumbs = (page: PageName, language: Language, texts: Texts): Thing => ({
  '@type': 'BreadcrumbList',
  '@id': absoluteAddress(page, language, 'breadcrumbs'),
  itemListElement: [
    { name: translate(texts, 'nav.home'), item: absoluteAddress('landing', language) },
    { name: pageTitle(page, texts), item: absoluteAddress(page, language) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
});

const currencies: Record<string, string> = { $: 'USD', '€': 'EUR' };

/** `$1,899` (content/problems.ts checks the format) as a number and an ISO 4217 code. */
export const money = (text: string) => ({
  price: text.slice(1).replaceAll(',', ''),
  priceCurrency: currencies[text.charAt(0)],
});
