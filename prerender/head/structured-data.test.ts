import { describe, expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { facts } from '../../content/facts.ts';
import { languageCodes } from '../../contract/languages.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import type { Texts } from '../../site/i18n/texts.ts';
import type { PageName } from '../../site/pages/names.ts';
import { money, structuredData, type Thing } from './structured-data.ts';

function graphIn(block: string): Thing[] {
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(block) ?? [];
  const { '@context': context, '@graph': graph } = JSON.parse(json);
  expect(context).toBe('https://schema.org');
  return graph;
}
const typesOf = (graph: Thing[]) => graph.map((thing) => thing['@type']);

describe.each(languageCodes)('in %s', async (language) => {
  const texts = pageTexts(defaultContent, 'landing', language);
  const graph = graphIn(structuredData('landing', language, texts));
  const [organization, service, faq] = graph as [Thing, Thing, Thing];

  test('the landing page describes the provider, the service and the FAQ', () => {
    expect(typesOf(graph)).toEqual(['EducationalOrganization', 'Service', 'FAQPage']);
  });

  test('the provider has no name', () => {
    expect(organization).not.toHaveProperty('name');
  });

  test('the four offers have the prices of content/facts.ts', () => {
    const prices = [facts.basicPrice, facts.plusPrice, facts.proPrice, facts.italyPrice].map(money);
    expect(service.offers).toMatchObject(prices);
  });

  test('every question is there with its answer', () => {
    const asked = (faq.mainEntity as Thing[]).map(({ name, acceptedAnswer }) => [
      name,
      (acceptedAnswer as Thing).text,
    ]);
    expect(asked).toEqual(texts.faq.items.map(({ question, answer }) => [question, answer]));
  });

  test.each(['privacy', 'terms'] as PageName[])('the %s page has breadcrumbs', async (page) => {
    const graph = graphIn(structuredData(page, language, pageTexts(defaultContent, page, language)));
    expect(typesOf(graph)).toEqual(['WebPage', 'BreadcrumbList']);
  });
});

test('texts are escaped', () => {
  const hostile = '</script><script>alert(1)</script><!-- <script "\\';
  const texts: Texts = pageTexts(defaultContent, 'landing', 'en');
  const changed = { ...texts, faq: { ...texts.faq, items: [{ question: hostile, answer: hostile }] } };
  const [, , faq] = graphIn(structuredData('landing', 'en', changed));
  expect(faq).toMatchObject({ mainEntity: [{ name: hostile, acceptedAnswer: { text: hostile } }] });
});

test.each([
  ['$599', { price: '599', priceCurrency: 'USD' }],
  ['$1,899', { price: '1899', priceCurrency: 'USD' }],
  ['€7,600', { price: '7600', priceCurrency: 'EUR' }],
])('%s becomes a number and a currency', (text, written) => {
  expect(money(text)).toEqual(written);
});

test.each(['599', '$1,89', '£10', 'from $599'])('%s is not a price', (text) => {
  expect(() => money(text)).toThrow('A price reads like $1,899');
});
