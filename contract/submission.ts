/**
 * What the form and the contact service have agreed on. Both sides, and their tests, read it here.
 */

/** The REST path of the table, in the shape of a hosted PostgREST (Supabase) insert. */
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
} as const;

/**
 * A page without script posts a plain form, which cannot set headers: these fields carry the same facts and
 * are taken out before the submission is checked. The trap's name means nothing to an autofill.
 */
export const plainFormFields = { trap: 'extra_note', language: 'page_language' } as const;

/** Where a page without script is sent back to: the page shows the notice with this id through `:target`. */
export const noticeAnchors = { sent: 'sent', failed: 'not-sent' } as const;
