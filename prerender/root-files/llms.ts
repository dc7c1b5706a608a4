import { type Language, languageCodes, languages } from '../../contract/languages.ts';
import type { Texts } from '../../site/i18n/texts.ts';
import { type TextKey, translate } from '../../site/i18n/translate.ts';
import { absoluteAddress } from '../head/addresses.ts';

/** The page as plain Markdown for language models (llmstxt.org). */
export function llms(language: Language, texts: Texts): string {
  const t = (key: TextKey) => translate(texts, key);
  const { services, process, faq, links } = texts;
  return [
    `# ${t('meta.title')}`,
    `> ${t('meta.description')}`,
    `## ${t('services.title')}`,
    list([
      ...services.packages.map(({ name, price, features }) => `${name}, ${price}: ${features.join(', ')}`),
      `${t('services.italy.name')}, ${t('services.italy.price')}: ${t('services.italy.title')}. ${t('services.italy.grant')}. ${t('services.italy.requirement')}`,
    ]),
    `## ${t('process.title')}`,
    list(process.steps.map(({ title, description }) => `${title}: ${description}`)),
    '## FAQ',
    ...faq.items.map(({ question, answer }) => `**${question}** ${answer}`),
    '## Contact',
    list([
      `Telegram: ${links.telegramAdmin}`,
      `${t('footer.channel')}: ${links.telegramChannel}`,
      `Email: ${links.email}`,
    ]),
    '## Pages',
    list([
      ...languageCodes.map((code) => `[${languages[code].name}](${absoluteAddress('landing', code)})`),
      `[${t('meta.privacyTitle')}](${absoluteAddress('privacy', language)})`,
      `[${t('meta.termsTitle')}](${absoluteAddress('terms', language)})`,
    ]),
    '',
  ].join('\n\n');
}

const list = (items: string[]): string => items.map((item) => `- ${item}`).join('\n');
