import { readableText } from '../deliveries/readable.ts';
import { tashkentIso } from '../deliveries/tashkent-time.ts';
import type { Lead } from '../store/store.ts';
import { UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { csvLine } from './csv.ts';

export const exportLeads: Command = {
  options: {
    format: { type: 'string' },
    since: { type: 'string' },
    spam: { type: 'boolean' },
    separator: { type: 'string' },
  },
  prepare(typed) {
    typed.nothingElse();
    const format = typed.oneOf('format', ['csv', 'jsonl']);
    const filter = { since: typed.since(), ...(typed.flag('spam') && { spam: true }) };
    const separator = typed.oneOf('separator', [',', ';']);
    if (format === 'jsonl' && typed.text('separator')) throw new UsageError('--separator is for csv only.');

    return async ({ store, print, columns }) => {
      // A byte order mark: without it Excel reads UTF-8 as the system's own code page.
      if (format === 'csv') await print(`\ufeff${csvLine(Object.keys(fields), separator)}`);
      const write = format === 'csv' ? csvRow(separator) : jsonLine;
      // A file gets every lead as it was sent; a terminal would obey what is in it.
      const show = columns === undefined ? (text: string) => text : readableText;
      for await (const lead of store.eachLead(filter)) await print(show(write(lead)));
    };
  },
};

const fields = {
  ref: (lead: Lead) => lead.ref,
  created_at: (lead: Lead) => tashkentIso(lead.createdAt),
  name: (lead: Lead) => lead.name,
  phone: (lead: Lead) => lead.phone,
  email: (lead: Lead) => lead.email,
  message: (lead: Lead) => lead.message,
  language: (lead: Lead) => lead.language,
  suspected_spam: (lead: Lead) => lead.suspectedSpam,
};

const csvRow = (separator: string) => (lead: Lead) =>
  csvLine(
    Object.values(fields).map((value) => String(value(lead) ?? '')),
    separator,
  );

/** Line separators of Unicode are legal in JSON, but many programs take them for the end of a line. */
function jsonLine(lead: Lead): string {
  const row = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value(lead)]));
  return `${JSON.stringify(row).replace(/[\u0085\u2028\u2029]/g, escapeCharacter)}\n`;
}

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
