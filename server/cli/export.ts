import type { WholeLead } from '../../contract/inbox.ts';
import { languageCodes } from '../../contract/languages.ts';
import { csvFile, leadFields } from '../leads/csv.ts';
import { eachLead } from '../leads/find.ts';
import { readableText } from '../leads/readable.ts';
import { UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { readSearch, searchOptions } from './search.ts';

export const exportLeads: Command = {
  options: {
    ...searchOptions,
    format: { type: 'string' },
    separator: { type: 'string' },
    language: { type: 'string' },
  },
  prepare(typed) {
    typed.nothingElse();
    const format = typed.oneOf('format', ['csv', 'jsonl']);
    const search = readSearch(typed);
    const separator = typed.maybeOneOf('separator', [',', ';']);
    const language = typed.maybeOneOf('language', languageCodes);
    for (const option of ['separator', 'language'])
      if (format === 'jsonl' && typed.text(option)) throw new UsageError(`--${option} is for csv only.`);

    return async ({ db, print, columns }) => {
      const found = eachLead(db, search);
      const file = format === 'csv' ? csvFile(found, { language, separator }) : jsonLines(found);
      // A file gets every lead as it was sent; a terminal must not obey control characters.
      const show = columns === undefined ? (text: string) => text : readableText;
      for await (const piece of file) await print(show(piece));
    };
  },
};

/** Unicode's line separators are legal in JSON, but many programs split lines there. */
async function* jsonLines(leads: AsyncIterable<WholeLead>): AsyncGenerator<string> {
  for await (const lead of leads) {
    const row = Object.fromEntries(Object.entries(leadFields).map(([name, value]) => [name, value(lead)]));
    yield `${JSON.stringify(row).replace(/[\u0085\u2028\u2029]/g, escapeCharacter)}\n`;
  }
}

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
