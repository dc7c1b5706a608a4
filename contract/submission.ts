/** Shared by the form and the server that stores its submissions. */
import * as v from 'valibot';

/** Longest accepted values, in characters after trimming. */
export const submissionLimits = { name: 200, phone: 50, email: 254, message: 5000 } as const;

/** The body has exactly these four fields; everything else is sent in headers. */
export type Submission = {
  name: string;
  phone: string;
  email: string | null;
  message: string;
};

export const submissionHeaders = {
  /** One key per filled form: a retry or a double click stores one lead. */
  idempotencyKey: 'Idempotency-Key',
  /** The language the visitor was reading. */
  language: 'Content-Language',
  /** Sent when the hidden field, which only robots fill in, is not empty. */
  honeypot: 'X-Form-Honeypot',
  /** Milliseconds from opening the page to sending the form. */
  msOnPage: 'X-Form-Age',
  /** Where the visitor came from: the page that led here, and the tags of the link (`utm_…`), separated by spaces. */
  attribution: 'X-Attribution',
} as const;

/**
 * A page without script posts a plain form, which cannot set headers. These fields replace the headers and are removed before
 * the submission is checked. The honeypot's name is one that autofill does not know.
 */
export const plainFormFields = { honeypot: 'extra_note', language: 'page_language' } as const;

/** Without script, the answer redirects to one of these anchors, and `:target` shows the message with this id in the form. */
export const outcomeAnchors = { sent: 'sent', failed: 'not-sent' } as const;

/**
 * SQLSTATEs and PostgREST's own codes, as a Supabase table returns them. No error repeats what the visitor wrote.
 */
export const submissionErrors = {
  unknownField: 'PGRST204',
  missing: '23502',
  tooLongOrMalformed: '23514',
  wrongType: '22P02',
  impossibleCharacter: '22P05',
  unreadableBody: 'PGRST102',
  unknownTable: 'PGRST205',
  refused: '42501',
  broken: 'XX000',
  tooLarge: '54000',
  tooMany: '53400',
  unavailable: 'PGRST000',
} as const;
export type SubmissionErrorCode = (typeof submissionErrors)[keyof typeof submissionErrors];

/**
 * Checks a submission. The output is stored: trimmed, with null for an empty e-mail. `PURE` lets the bundler leave it out of
 * the page, which does not need it.
 */
export const submissionSchema = /* @__PURE__ */ schema();

function schema() {
  return v.strictObject(
    {
      name: requiredText(submissionLimits.name),
      phone: requiredText(submissionLimits.phone),
      email: emailText(submissionLimits.email),
      message: requiredText(submissionLimits.message),
    },
    // For an unknown field valibot expects `never`. Otherwise the body is not an object.
    ({ expected }) =>
      expected === 'never' ? submissionErrors.unknownField : submissionErrors.unreadableBody,
  );
}

function requiredText(limit: number) {
  // A missing or null field counts as blank.
  return v.nullish(v.pipe(text(limit), v.nonEmpty(submissionErrors.missing)), '');
}

/** Looser than any browser's own check, so that nothing the form has accepted is refused here. */
function emailText(limit: number) {
  return v.pipe(
    v.nullish(text(limit), ''),
    v.regex(/^([^\s@]+@[^\s@]+)?$/, submissionErrors.tooLongOrMalformed),
    v.transform((email) => email || null),
  );
}

/** Trimmed; may be empty. */
export function text(limit: number) {
  return v.pipe(
    v.string(submissionErrors.wrongType),
    // PostgreSQL stores neither lone surrogates nor NUL.
    v.check((value) => value.isWellFormed() && !value.includes('\0'), submissionErrors.impossibleCharacter),
    v.trim(),
    // Code points are what the database counts. `length` is never smaller, and is cheaper.
    v.check(
      (value) => value.length <= limit || [...value].length <= limit,
      submissionErrors.tooLongOrMalformed,
    ),
  );
}
