import * as v from 'valibot';
import {
  submissionErrors as codes,
  plainFormFields,
  type Submission,
  type SubmissionErrorCode,
  submissionLimits,
  submissionSchema,
} from '../../contract/submission.ts';
import { Refusal } from './refusal.ts';

/** A body as text; what is not UTF-8 is refused rather than stored with replacement characters. */
function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refusal(codes.unreadableBody, { message: 'The body is not UTF-8' });
  }
}

/**
 * One row is what the form sends. PostgREST takes arrays of any length; here a request may bring ten, so that
 * whoever fills the table by hand is served and one request cannot pour in thousands.
 */
const rowsAtMost = 10;

export function parseJson(body: Buffer): Submission[] {
  let value: unknown;
  try {
    value = JSON.parse(decode(body));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(codes.unreadableBody, { message: 'Empty or invalid json' });
  }
  const rows = Array.isArray(value) ? value : [value];
  if (rows.length === 0 || rows.length > rowsAtMost) {
    throw new Refusal(codes.unreadableBody, { message: `Send 1 to ${rowsAtMost} rows` });
  }
  if (!rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) {
    throw new Refusal(codes.unreadableBody, { message: 'A row is not a json object' });
  }
  const fields = (row: object) => JSON.stringify(Object.keys(row).sort());
  if (rows.some((row) => fields(row) !== fields(rows[0]))) {
    throw new Refusal(codes.unreadableBody, { message: 'All object keys must match' });
  }
  return rows.map(check);
}

/** More than the form has: among so many there is one that is refused, and the rest need not be read. */
const fieldsAtMost = 20;

type PlainForm = { fields: Record<string, string>; trap: string; language: string };

/**
 * The form of a page without script: its own two fields are set apart, the rest is the submission. Browsers send a line
 * break as two characters, and count one for what a field may hold.
 */
export function parsePlainForm(body: Buffer): PlainForm {
  const { trap, language } = plainFormFields;
  const fields: Record<string, string> = Object.create(null);
  for (const pair of decode(body).split('&', fieldsAtMost).filter(Boolean)) {
    const cut = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decodeFormText(pair.slice(0, cut));
    if (name in fields) throw new Refusal(codes.unreadableBody, { message: 'A field is there twice' });
    fields[name] = decodeFormText(pair.slice(cut + 1)).replaceAll('\r\n', '\n');
  }
  const form = { trap: fields[trap] ?? '', language: fields[language] ?? '' };
  delete fields[trap];
  delete fields[language];
  return { ...form, fields };
}

/** URLSearchParams would turn a malformed escape into a replacement character and store that. */
function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal(codes.unreadableBody, { message: 'The form is not encoded as UTF-8' });
  }
}

/** The submission as it will be stored, or the refusal a table with these columns would give. */
export function check(row: unknown): Submission {
  const result = v.safeParse(submissionSchema, row, { abortPipeEarly: true });
  if (result.success) return result.output;
  // A table looks at its columns before it looks at the values.
  const found = result.issues.map(({ message }) => message as SubmissionErrorCode);
  const code = found.includes(codes.unknownField) ? codes.unknownField : found[0];
  const field = String(result.issues[0].path?.[0]?.key ?? '');
  throw new Refusal(code ?? codes.unreadableBody, { message: explain(code, field) });
}

function explain(code: SubmissionErrorCode | undefined, field: string): string | undefined {
  const limit = submissionLimits[field as keyof typeof submissionLimits];
  if (code === codes.missing) return `null value in column "${field}" violates not-null constraint`;
  if (code === codes.tooLongOrMalformed) return `${field} is malformed or longer than ${limit} characters`;
  if (code === codes.wrongType) return `${field} is not a text`;
  return undefined;
}
