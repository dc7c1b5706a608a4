import { expect, test } from 'vitest';
import { defaultContent } from '#content/default-content.ts';
import { facts } from '#content/facts.ts';
import { languageCodes } from '#contract/languages.ts';
import { pageTexts } from '#site/i18n/page-texts.ts';
import type { Texts } from '#site/i18n/texts.ts';
import { money, structuredData, type Thing } from './structured-data.ts';

function graphIn(block: string): Thing[] {
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(block) ?? [];
  const { '@context': context, '@graph': graph } = JSON.parse(json);
  expect(context).toBe('https://schema.org');
  return graph;
}

test.each(languageCodes)(
  'the landing page in %s has offers, the FAQ, and an organization without a name',
  (language) => {
    const texts = pageTexts(defaultContent, 'landing', language);
    const [organization, service, faq] = graphIn(structuredData('landing', language, texts, null));
    expect(organization).not.toHaveProperty('name');
    const prices = [facts.basicPrice, facts.plusPrice, facts.proPrice, facts.italyPrice].map(money);
    expect(service).toMatchObject({ '@type': 'Service', offers: prices });
    const questions = texts.faq.items.map(({ question, answer }) => ({
      name: question,
      acceptedAnswer: { text: answer },
    }));
    expect(faq).toMatchObject({ '@type': 'FAQPage', mainEntity: questions });
  },
);

test('a legal page has breadcrumbs', () => {
  const graph = graphIn(structuredData('terms', 'ru', pageTexts(defaultContent, 'terms', 'ru'), null));
  expect(graph.map((thing) => thing['@type'])).toEqual(['WebPage', 'BreadcrumbList']);
});

test('texts are escaped', () => {
  const hostile = '</script><script>alert(1)</script><!-- <script "\\';
  const texts: Texts = pageTexts(defaultContent, 'landing', 'en');
  const changed = { ...texts, faq: { ...texts.faq, items: [{ question: hostile, answer: hostile }] } };
  const [, , faq] = graphIn(structuredData('landing', 'en', changed, null));
  expect(faq).toMatchObject({ mainEntity: [{ name: hostile, acceptedAnswer: { text: hostile } }] });
});

test.each([
  ['$1,899', { price: '1899', priceCurrency: 'USD' }],
  ['€7,600', { price: '7600', priceCurrency: 'EUR' }],
])('%s becomes a number and a currency', (text, written) => {
  expect(money(text)).toEqual(written);
});
