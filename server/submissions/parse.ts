import * as v from 'valibot';
import {
  submissionErrors as codes,
  plainFormFields,
  type Submission,
  type SubmissionErrorCode,
  submissionSchema,
} from '#contract/submission.ts';
import { Refusal } from './refusal.ts';

/** Visitors may only insert. With the Supabase client, `.insert().select()` also reads and `.upsert()` also changes. */
export function refuseOtherThanInsert(prefer: string | undefined, query: Record<string, string>): void {
  if (/return=(?!minimal)|resolution=/i.test(prefer ?? '') || 'select' in query || 'on_conflict' in query)
    throw new Refusal(codes.refused);
}

/** One row, as an object or in an array. */
export function parseJson(body: ArrayBuffer): Submission {
  let value: unknown;
  try {
    // Throws on invalid UTF-8, so that no replacement characters are stored.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(codes.unreadableBody);
  }
  const rows = [value].flat();
  if (rows.length !== 1) throw new Refusal(codes.unreadableBody);
  return validate(rows[0]);
}

/** Browsers count a line break as one character but send two. */
export function parsePlainForm(body: string) {
  const typed = new URLSearchParams(body.replaceAll('%0D%0A', '%0A'));
  const { honeypot, language } = plainFormFields;
  const { [honeypot]: honeypotText = '', [language]: page = '', ...fields } = Object.fromEntries(typed);
  return { fields, honeypot: honeypotText, language: page };
}

/** The submission as it is stored. */
export function validate(row: unknown): Submission {
  const result = v.safeParse(submissionSchema, row, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [{ message, path }] = result.issues;
  const code = message as SubmissionErrorCode;
  // The name of an unknown field may be anything the visitor wrote.
  if (!path || code === codes.unknownField) throw new Refusal(code);
  throw new Refusal(code, { field: String(path[0].key) });
}
