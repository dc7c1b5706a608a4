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

const malformed = (message: string) => new Refusal(codes.unreadableBody, { message });

/** Invalid UTF-8 is refused rather than stored with replacement characters. */
function decode(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not UTF-8');
  }
}

/** One row, as an object or in an array, as the official client sends it. */
export function parseJson(body: ArrayBuffer): Submission {
  const text = decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('Empty or invalid json');
  }
  if (Array.isArray(value) && value.length !== 1) throw malformed('Send one row');
  const row = Array.isArray(value) ? value[0] : value;
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw malformed('A row is not a json object');
  return check(row);
}

type PlainForm = { fields: Record<string, string>; trap: string; language: string };

/** The form of a page without script. Browsers send a line break as two characters but count it as one. */
export function parsePlainForm(body: ArrayBuffer): PlainForm {
  const fields: Record<string, string> = Object.create(null);
  for (const pair of decode(body).split('&', 20).filter(Boolean)) {
    const cut = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decodeFormText(pair.slice(0, cut));
    if (name in fields) throw malformed('A field is there twice');
    fields[name] = decodeFormText(pair.slice(cut + 1)).replaceAll('\r\n', '\n');
  }
  const { [plainFormFields.trap]: trap = '', [plainFormFields.language]: language = '', ...rest } = fields;
  return { fields: rest, trap, language };
}

/** URLSearchParams would turn a malformed escape into a replacement character. */
function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformed('The form is not encoded as UTF-8');
  }
}

/** The submission as it will be stored, or the refusal a table with these columns would give. */
export function check(row: unknown): Submission {
  const result = v.safeParse(submissionSchema, row, { abortPipeEarly: true });
  if (result.success) return result.output;
  // A table checks its columns before the values.
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
