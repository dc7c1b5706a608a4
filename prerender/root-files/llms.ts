import { links } from '../../content/links.ts';
import { type Language, languageCodes, languages } from '../../contract/languages.ts';
import type { Texts } from '../../site/i18n/texts.ts';
import { absoluteAddress } from '../head/alternates.ts';

/** The page as plain Markdown for language models (llmstxt.org). */
export function llms(language: Language, { meta, services, process, faq, footer }: Texts): string {
  const { packages, italy } = services;
  return [
    `# ${meta.title}`,
    `> ${meta.description}`,
    `## ${services.title}`,
    list([
      ...packages.map(({ name, price, features }) => `${name}, ${price}: ${features.join(', ')}`),
      `${italy.name}, ${italy.price}: ${italy.title}. ${italy.grant}. ${italy.requirement}`,
    ]),
    `## ${process.title}`,
    list(process.steps.map(({ title, description }) => `${title}: ${description}`)),
    '## FAQ',
    ...faq.items.map(({ question, answer }) => `**${question}** ${answer}`),
    '## Contact',
    list([
      `Telegram: ${links.telegramAdmin}`,
      `${footer.channel}: ${links.telegramChannel}`,
      `E-mail: ${links.email}`,
    ]),
    '## Pages',
    list([
      ...languageCodes.map((code) => `[${languages[code].name}](${absoluteAddress('landing', code)})`),
      `[${meta.privacyTitle}](${absoluteAddress('privacy', language)})`,
      `[${meta.termsTitle}](${absoluteAddress('terms', language)})`,
    ]),
    '',
  ].join('\n\n');
}

const list = (items: string[]): string => items.map((item) => `- ${item}`).join('\n');
