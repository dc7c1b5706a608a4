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

/** Visitors may insert and nothing else. The official client's `.insert().select()` reads back, `.upsert()` changes. */
export function refuseOtherThanInsert(prefer: string | undefined, query: URLSearchParams): void {
  if (/return=(?!minimal)|resolution=/i.test(prefer ?? '') || query.has('select') || query.has('on_conflict'))
    throw new Refusal(codes.refused);
}

/** One row, as an object or in an array. */
export function parseJson(body: ArrayBuffer): Submission {
  let value: unknown;
  try {
    // Refuses invalid UTF-8 rather than storing replacement characters.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(codes.unreadableBody);
  }
  const rows = [value].flat();
  if (rows.length !== 1) throw new Refusal(codes.unreadableBody);
  return check(rows[0]);
}

/** Browsers send a line break as two characters but count it as one. */
export function parsePlainForm(body: string) {
  const typed = new URLSearchParams(body.replaceAll('%0D%0A', '%0A'));
  const { trap, language } = plainFormFields;
  const { [trap]: trapText = '', [language]: page = '', ...fields } = Object.fromEntries(typed);
  return { fields, trap: trapText, language: page };
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
