import { submissionTable } from '#contract/addresses.ts';
import { submissionErrors as codes, type SubmissionErrorCode } from '#contract/submission.ts';

/** An error answer in the shape that a Supabase (PostgREST) table gives. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: SubmissionErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    code: SubmissionErrorCode,
    more: { status?: number; message?: string; field?: string; headers?: Record<string, string> } = {},
  ) {
    const [status, message] = catalogue[code];
    super(more.message ?? (more.field ? `${more.field}: ${message}` : message));
    this.code = code;
    this.status = more.status ?? status;
    this.headers = more.headers ?? {};
  }

  response(): Response {
    const { code, message, status, headers } = this;
    return new Response(JSON.stringify({ code, message, details: null, hint: null }), {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    });
  }
}

/** A message must not repeat what the visitor wrote. */
const catalogue: Record<SubmissionErrorCode, [status: number, message: string]> = {
  [codes.unknownField]: [400, `The table ${submissionTable} takes only name, phone, email and message`],
  [codes.missing]: [400, 'missing or blank'],
  [codes.tooLongOrMalformed]: [400, 'too long or malformed'],
  [codes.wrongType]: [400, 'not a string'],
  [codes.impossibleCharacter]: [400, 'contains NUL or half of a surrogate pair, which cannot be stored'],
  [codes.unreadableBody]: [400, 'Send one submission as UTF-8 JSON (application/json)'],
  [codes.unknownTable]: [404, 'Could not find the table in the schema cache'],
  [codes.refused]: [401, `permission denied for table ${submissionTable}`],
  [codes.tooLarge]: [413, 'The body is larger than 64 KB'],
  [codes.tooMany]: [429, 'Too many submissions from this address'],
  [codes.unavailable]: [503, 'The submission cannot be stored at the moment'],
  [codes.broken]: [500, 'The submission could not be handled'],
};
