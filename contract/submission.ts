/** What the form and the contact service agree on. */
import * as v from 'valibot';

/** The REST path of the table, in the shape of a Supabase (PostgREST) insert. */
export const submissionPath = '/rest/v1/contact_submissions';

/** Longest accepted values, in characters after trimming. */
export const submissionLimits = { name: 200, phone: 50, email: 254, message: 5000 } as const;

/** The payload is exactly these four fields; everything else worth knowing travels in headers. */
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
  /** What was typed into the field no person sees; empty from people. */
  trap: 'X-Form-Trap',
  /** Milliseconds between the form being shown and being sent. */
  age: 'X-Form-Age',
  /** Where the visitor came from: the page that led here, and the tags of the link (`utm_…`), separated by spaces. */
  arrival: 'X-Arrival',
} as const;

/**
 * A page without script posts a plain form, which cannot set headers: these fields carry the same facts and
 * are taken out before the submission is checked. The trap's name means nothing to an autofill.
 */
export const plainFormFields = { trap: 'extra_note', language: 'page_language' } as const;

/** Where a page without script is sent back to: the page shows the toast with this id through `:target`. */
export const toastAnchors = { sent: 'sent', failed: 'not-sent' } as const;

/**
 * SQLSTATEs and PostgREST's own codes, as a Supabase table would answer with. Nothing in an error repeats what
 * the visitor wrote.
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
 * What the service accepts. Its output is what is stored: trimmed, an empty e-mail null. The browser does not
 * need it, and `PURE` lets a bundler drop it from the page.
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
    // valibot expects `never` for an unknown field; otherwise the body is no object.
    ({ expected }) =>
      expected === 'never' ? submissionErrors.unknownField : submissionErrors.unreadableBody,
  );
}

function requiredText(limit: number) {
  // A missing or null field counts as blank.
  return v.nullish(v.pipe(text(limit), v.nonEmpty(submissionErrors.missing)), '');
}

/** Looser than any browser's own check: what the form let through must not be refused here. */
function emailText(limit: number) {
  return v.pipe(
    v.nullish(text(limit), ''),
    v.regex(/^([^\s@]+@[^\s@]+)?$/, submissionErrors.tooLongOrMalformed),
    v.transform((email) => email || null),
  );
}

function text(limit: number) {
  return v.pipe(
    v.string(submissionErrors.wrongType),
    // PostgreSQL stores neither.
    v.check((value) => value.isWellFormed() && !value.includes('\0'), submissionErrors.impossibleCharacter),
    v.trim(),
    // Counted in code points, like the database. `length` is never smaller, and cheaper.
    v.check(
      (value) => value.length <= limit || [...value].length <= limit,
      submissionErrors.tooLongOrMalformed,
    ),
  );
}
