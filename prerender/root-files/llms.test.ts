import { expect, test } from 'vitest';
import { defaultContent } from '../../content/default-content.ts';
import { facts } from '../../content/facts.ts';
import { links } from '../../content/links.ts';
import { pageTexts } from '../../site/i18n/page-texts.ts';
import { llms } from './llms.ts';

test('every price, step, question and link of the page is in llms.txt', () => {
  const texts = pageTexts(defaultContent, 'landing', 'en');
  const text = llms('en', texts);
  const { basicPrice, plusPrice, proPrice, italyPrice } = facts;
  for (const price of [basicPrice, plusPrice, proPrice, italyPrice]) expect(text).toContain(price);
  const { telegramAdmin, telegramChannel, email } = links;
  for (const link of [telegramAdmin, telegramChannel, email]) expect(text).toContain(link);
  for (const { title, description } of texts.process.steps)
    expect(text).toContain(`- ${title}: ${description}`);
  for (const { question, answer } of texts.faq.items) expect(text).toContain(`**${question}** ${answer}`);
});
