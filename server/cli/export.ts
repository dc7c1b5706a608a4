import { parseArgs } from 'node:util';
import { languageCodes } from '#contract/languages.ts';
import { csvFile, exportRecord } from '#server/leads/csv.ts';
import { findLeadParts, type NotedLead } from '#server/leads/find.ts';
import { readableText } from '#server/leads/readable.ts';
import { type Command, CommandError, oneOf, textOption } from './command.ts';
import { filterOptions, parseFilters } from './filters.ts';

export const exportLeads: Command = async (args, { db, print, columns }) => {
  const options = { ...filterOptions, format: textOption, language: textOption };
  const { values } = parseArgs({ args, options });
  const isCsv = oneOf('--format', values.format, ['csv', 'jsonl']) !== 'jsonl';
  const language = oneOf('--language', values.language, languageCodes);
  if (!isCsv && language) throw new CommandError('--language is for csv only.');
  const found = findLeadParts(db, parseFilters(values));
  const file = isCsv ? csvFile(found, language) : jsonLines(found);
  // A terminal would act on control characters.
  const isTerminal = columns !== undefined;
  for await (const piece of file) await print(isTerminal ? readableText(piece) : piece);
};

async function* jsonLines(parts: AsyncIterable<NotedLead[]>): AsyncGenerator<string> {
  for await (const leads of parts)
    yield leads.map((lead) => `${JSON.stringify(exportRecord(lead))}\n`).join('');
}
