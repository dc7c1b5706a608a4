/**
 * The page in schema.org's vocabulary. The organization has no name: the one in content/company.ts is a placeholder until
 * someone replaces it, and would show in search results.
 */
import type { Language } from '#contract/languages.ts';
import { type PageName, pages } from '#contract/pages.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { translate } from '#site/i18n/translate.ts';
import { anchors } from '#site/sections/anchors.ts';
import { absoluteAddress, type SiteUrl } from './addresses.ts';
import { descriptionOf } from './head.ts';

export type Thing = { '@type': string; '@id'?: string; [property: string]: unknown };

export function structuredData(page: PageName, language: Language, texts: Texts, siteUrl: SiteUrl): string {
  const graph = graphOf(page, { language, texts, siteUrl });
  if (graph.length === 0) return '';
  // Only `<` can end a script element.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  );
  return `<script type="application/ld+json">${json}</script>`;
}

type Source = { language: Language; texts: Texts; siteUrl: SiteUrl };

function graphOf(page: PageName, source: Source): Thing[] {
  if (page === 'landing') return [organization(source), service(source), faq(source)];
  return pages[page].isLegal ? [legalPage(page, source), breadcrumbs(page, source)] : [];
}

/** Shared by all pages. */
const organizationId = (siteUrl: SiteUrl) => `${siteUrl ?? ''}/#organization`;
const serviceId = (siteUrl: SiteUrl) => `${siteUrl ?? ''}/#service`;

const organization = ({ language, texts, siteUrl }: Source): Thing => ({
  '@type': 'EducationalOrganization',
  '@id': organizationId(siteUrl),
  url: absoluteAddress(siteUrl, 'landing', language),
  description: translate(texts, 'footer.tagline'),
  logo: `${siteUrl ?? ''}/icon-512.png`,
  email: texts.links.email,
  sameAs: [texts.links.telegramChannel],
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    url: texts.links.telegramAdmin,
    email: texts.links.email,
  },
});

function service({ language, texts, siteUrl }: Source): Thing {
  const italy = {
    name: translate(texts, 'services.italy.name'),
    summary: translate(texts, 'services.italy.title'),
    price: translate(texts, 'services.italy.price'),
  };
  return {
    '@type': 'Service',
    '@id': serviceId(siteUrl),
    name: translate(texts, 'footer.description'),
    description: translate(texts, 'meta.description'),
    provider: { '@id': organizationId(siteUrl) },
    areaServed: 'UZ',
    audience: { '@type': 'EducationalAudience', educationalRole: 'student' },
    termsOfService: absoluteAddress(siteUrl, 'terms', language),
    offers: [...texts.services.packages, italy].map(({ name, summary, price }) => ({
      '@type': 'Offer',
      name,
      description: summary,
      ...money(price),
      url: absoluteAddress(siteUrl, 'landing', language, anchors.services),
    })),
  };
}

const faq = ({ language, texts, siteUrl }: Source): Thing => ({
  '@type': 'FAQPage',
  '@id': absoluteAddress(siteUrl, 'landing', language),
  name: translate(texts, pages.landing.title),
  inLanguage: language,
  about: { '@id': serviceId(siteUrl) },
  mainEntity: texts.faq.items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

const legalPage = (page: PageName, { language, texts, siteUrl }: Source): Thing => ({
  '@type': 'WebPage',
  '@id': absoluteAddress(siteUrl, page, language),
  name: translate(texts, pages[page].title),
  description: descriptionOf(page, texts),
  inLanguage: language,
  breadcrumb: { '@id': absoluteAddress(siteUrl, page, language, 'breadcrumbs') },
});

const breadcrumbs = (page: PageName, { language, texts, siteUrl }: Source): Thing => ({
  '@type': 'BreadcrumbList',
  '@id': absoluteAddress(siteUrl, page, language, 'breadcrumbs'),
  itemListElement: [
    { name: translate(texts, 'nav.home'), item: absoluteAddress(siteUrl, 'landing', language) },
    { name: translate(texts, pages[page].title), item: absoluteAddress(siteUrl, page, language) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
});

const currencies: Record<string, string> = { $: 'USD', '€': 'EUR' };

/** `$1,899` (content/problems.ts checks the format) as a number and an ISO 4217 code. */
export const money = (text: string) => ({
  price: text.slice(1).replaceAll(',', ''),
  priceCurrency: currencies[text.charAt(0)],
});
