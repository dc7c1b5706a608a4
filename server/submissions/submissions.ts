import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { restPath, submissionPath } from '#contract/addresses.ts';
import type { Language } from '#contract/languages.ts';
import { submissionErrors as codes, type Submission, submissionHeaders } from '#contract/submission.ts';
import { DatabaseUnavailable, type Db } from '#server/db/db.ts';
import { addSubmission } from '#server/leads/add.ts';
import { clientPseudonym, errorDetails, type Log } from '#server/runtime/log.ts';
import type { RateLimit } from '#server/runtime/rate-limit.ts';
import { leadAttribution } from '#server/stats/attribution.ts';
import { idempotencyKey, looksLikeSpam, outcomeAddress, pageLanguage, plainFormKey } from './metadata.ts';
import { parseJson, parsePlainForm, refuseOtherThanInsert, validate } from './parse.ts';
import { Refusal } from './refusal.ts';

type Options = {
  db: Db;
  rateLimit: RateLimit;
  /** The key of the client for the rate limit. */
  clientOf(request: IncomingMessage): string;
  onLeadStored(): void;
  log: Log;
};

type Env = { Bindings: HttpBindings; Variables: { pageLanguage?: Language | null } };
type Received = { submission: Submission; key: string | undefined; spam: boolean; language: Language | null };

/** The longest submission to expect is 33 KB: 5,504 Cyrillic characters as an encoded form. */
const maxSize = 64 * 1024;

/** A lead answered with 201 is on disk. */
export function submissionRoutes({ db, rateLimit, clientOf, onLeadStored, log }: Options) {
  async function store(c: Context<Env>, { submission, key, ...rest }: Received): Promise<void> {
    const client = clientOf(c.env.incoming);
    log.debug({ client }, 'Submission received');
    const wait = await rateLimit.take(client);
    if (wait !== null) {
      log.throttled.warn({ client: clientPseudonym(client) }, 'Too many submissions from one address');
      throw new Refusal(codes.tooMany, { headers: { 'Retry-After': String(wait) } });
    }
    let stored = false;
    try {
      const lead = { ...submission, ...rest, ...leadAttribution(c.env.incoming.headers) };
      const added = await addSubmission(db, { ...lead, idempotencyKey: idempotencyKey(key, submission) });
      stored = added.stored;
      const about = { ref: added.ref, language: rest.language, suspectedSpam: rest.spam };
      if (stored) log.info(about, 'Lead stored');
      else log.throttled.info(about, 'Duplicate lead ignored');
    } finally {
      // A retry does not count, whether the answer was lost or the database was down.
      if (!stored) await rateLimit.refund(client);
    }
    if (stored) onLeadStored();
  }

  function refusalFor(error: unknown): Refusal {
    if (error instanceof Refusal) {
      if (error.code !== codes.tooMany)
        log.throttled.info({ status: error.status, code: error.code }, 'Submission rejected');
      return error;
    }
    if (error instanceof DatabaseUnavailable) {
      log.throttled.error({ error: error.message }, 'Database unavailable, a lead was rejected');
      return new Refusal(codes.unavailable, { headers: { 'Retry-After': '5' } });
    }
    log.throttled.error(errorDetails(error), 'Submission failed');
    return new Refusal(codes.broken);
  }

  const onTooLarge = () => {
    throw new Refusal(codes.tooLarge);
  };
  return (
    new Hono<Env>()
      .post(submissionPath, bodyLimit({ maxSize, onError: onTooLarge }), async (c) => {
        const isForm = isPlainForm(c);
        await store(c, isForm ? await readPlainForm(c) : await readJson(c));
        return isForm ? redirectToPage(c, 'sent') : c.body(null, 201, { 'Content-Length': '0' });
      })
      // This endpoint only takes leads.
      .all(submissionPath, () => new Refusal(codes.refused).response())
      .all(`${restPath}/*`, () => new Refusal(codes.unknownTable).response())
      .onError((error, c) => {
        // The connection broke while the body was read.
        if (c.env.incoming.errored) return c.body(null, 400);
        const refusal = refusalFor(error);
        return isPlainForm(c) ? redirectToPage(c, 'failed', refusal.headers) : refusal.response();
      })
  );
}

const contentType = (c: Context) => c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
const isPlainForm = (c: Context) => contentType(c) === 'application/x-www-form-urlencoded';

async function readJson(c: Context<Env>): Promise<Received> {
  refuseOtherThanInsert(c.req.header('Prefer'), c.req.query());
  // Like PostgREST, reads a body without a type as JSON.
  if ((contentType(c) ?? 'application/json') !== 'application/json') throw new Refusal(codes.unreadableBody);
  return {
    submission: parseJson(await c.req.arrayBuffer()),
    key: c.req.header(submissionHeaders.idempotencyKey),
    spam: looksLikeSpam(
      c.req.header(submissionHeaders.honeypot) ?? '',
      c.req.header(submissionHeaders.msOnPage),
    ),
    language: pageLanguage(c.req.header(submissionHeaders.language) ?? ''),
  };
}

async function readPlainForm(c: Context<Env>): Promise<Received> {
  const form = parsePlainForm(await c.req.text());
  const language = pageLanguage(form.language) ?? languageOfPage(c);
  c.set('pageLanguage', language);
  return {
    submission: validate(form.fields),
    key: plainFormKey(new Date()),
    spam: looksLikeSpam(form.honeypot, undefined),
    language,
  };
}

const languageOfPage = (c: Context) =>
  pageLanguage(URL.parse(c.req.header('Referer') ?? '')?.searchParams.get('lang') ?? '');

/** Without script the page cannot show the answer itself, so it is loaded again at the anchor of a message in the form. */
function redirectToPage(c: Context<Env>, outcome: 'sent' | 'failed', headers: Record<string, string> = {}) {
  const Location = outcomeAddress(outcome, c.get('pageLanguage'));
  return c.body(null, 303, { ...headers, Location, 'Content-Length': '0' });
}
