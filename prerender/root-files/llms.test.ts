import { expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { llms } from './llms.ts';

test('a language model finds every price, step, question and answer of the page', async () => {
  const texts = pageTexts(defaultContent, 'landing', 'en');
  const text = llms('en', texts);
  const { basicPrice, plusPrice, proPrice, italyPrice } = facts;
  for (const price of [basicPrice, plusPrice, proPrice, italyPrice]) expect(text).toContain(price);
  for (const { title, description } of texts.process.steps)
    expect(text).toContain(`- ${title}: ${description}`);
  for (const { question, answer } of texts.faq.items) expect(text).toContain(`**${question}** ${answer}`);
});

test('a language model finds every way to get in touch', async () => {
  const text = llms('en', pageTexts(defaultContent, 'landing', 'en'));
  for (const way of [links.telegramAdmin, links.telegramChannel, links.email]) expect(text).toContain(way);
});
