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

/** Visitors may insert and nothing else. The official client's `.insert().select()` reads back, `.upsert()` changes. */
export function refuseOtherThanInsert(prefer: string | undefined, query: URLSearchParams): void {
  if (/return=(?!minimal)|resolution=/i.test(prefer ?? '') || query.has('select') || query.has('on_conflict'))
    throw new Refusal(codes.refused);
}

/** One row, as an object or in an array, as the official client sends it. */
export function parseJson(body: ArrayBuffer): Submission {
  let value: unknown;
  try {
    value = JSON.parse(decode(body));
  } catch {
    throw malformed('Empty or invalid json');
  }
  if (!Array.isArray(value)) return check(value);
  if (value.length !== 1) throw malformed('Send one row');
  return check(value[0]);
}

/** The form of a page without script. Browsers send a line break as two characters but count it as one. */
export function parsePlainForm(body: ArrayBuffer) {
  const typed = new URLSearchParams(decode(body).replaceAll('%0D%0A', '%0A'));
  const { trap, language } = plainFormFields;
  const { [trap]: trapText = '', [language]: page = '', ...fields } = Object.fromEntries(typed);
  return { fields, trap: trapText, language: page };
}

/** Invalid UTF-8 is refused rather than stored with replacement characters. */
function decode(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not UTF-8');
  }
}

/** The submission as it will be stored, or the refusal a table with these columns would give. */
export function check(row: unknown): Submission {
  const result = v.safeParse(submissionSchema, row, { abortPipeEarly: true });
  if (result.success) return result.output;
  // A table checks its columns before the values.
  const unknown = result.issues.find(({ message }) => message === codes.unknownField);
  const { message, path } = unknown ?? result.issues[0];
  const code = message as SubmissionErrorCode;
  throw new Refusal(code, { message: explain(code, String(path?.[0].key)) });
}

function explain(code: SubmissionErrorCode, field: string): string | undefined {
  const limit = submissionLimits[field as keyof typeof submissionLimits];
  if (code === codes.missing) return `null value in column "${field}" violates not-null constraint`;
  if (code === codes.tooLongOrMalformed) return `${field} is malformed or longer than ${limit} characters`;
  if (code === codes.wrongType) return `${field} is not a text`;
  return undefined;
}
