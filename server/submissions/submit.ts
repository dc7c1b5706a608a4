import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createFactory } from 'hono/factory';
import type { Logger } from 'pino';
import type { Language } from '../../contract/languages.ts';
import { submissionErrors as codes, type Submission, submissionHeaders } from '../../contract/submission.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { addLead } from '../leads/add.ts';
import { clientMark, throttledLog, unexpectedError } from '../log.ts';
import type { RateLimit } from '../rate-limit.ts';
import { idempotencyKey, looksLikeSpam, noticeAddress, pageLanguage, plainFormKey } from './circumstances.ts';
import { check, parseJson, parsePlainForm, refuseOtherThanInsert } from './parse.ts';
import { Refusal } from './refusal.ts';

export type SubmissionOptions = {
  db: Db;
  rateLimit: RateLimit;
  /** One client, for the rate limit. */
  clientOf(request: IncomingMessage): string;
  /** Source and campaign. */
  arrivalOf(headers: IncomingHttpHeaders): { source: string | null; campaign: string | null };
  /** Called after every stored lead, so that it is delivered at once. */
  leadStored(): void;
  log: Logger;
};

type Env = { Bindings: HttpBindings; Variables: { pageLanguage: Language | null } };
type Received = { submission: Submission; key: string | undefined; spam: boolean; language: Language | null };

/** The longest valid submission has 5,504 characters: 33 KB as an encoded form in Cyrillic. */
const maxSize = 64 * 1024;

/** Takes a lead: read, check, count, store, answer. What is answered with 201 is on disk. */
export function submit({ db, rateLimit, clientOf, arrivalOf, leadStored, log }: SubmissionOptions) {
  const throttled = throttledLog(log);

  async function store(c: Context<Env>, { submission, key, spam, language }: Received): Promise<void> {
    const client = clientOf(c.env.incoming);
    log.debug({ client }, 'Submission received');
    const wait = await rateLimit.take(client);
    if (wait !== null) {
      throttled.warn({ client: clientMark(client) }, 'Too many submissions from one address');
      throw new Refusal(codes.tooMany, { headers: { 'Retry-After': String(wait) } });
    }
    let stored = false;
    try {
      const arrival = arrivalOf(c.env.incoming.headers);
      const lead = {
        ...submission,
        idempotencyKey: idempotencyKey(key, submission),
        language,
        spam,
        ...arrival,
      };
      const added = await addLead(db, lead);
      stored = added.stored;
      const about = { ref: added.ref, language, suspectedSpam: spam };
      if (stored) log.info(about, 'Lead stored');
      else throttled.info(about, 'Duplicate lead ignored');
    } finally {
      // An honest retry does not count, whether the answer was lost or the database away.
      if (!stored) await rateLimit.giveBack(client);
    }
    if (stored) leadStored();
  }

  function refusalFor(error: unknown): Refusal {
    if (error instanceof Refusal) {
      if (error.code !== codes.tooMany)
        throttled.info({ status: error.status, code: error.code }, 'Submission rejected');
      return error;
    }
    if (error instanceof DatabaseUnavailable) {
      throttled.error({ error: error.message }, 'Database unavailable, a lead was rejected');
      return new Refusal(codes.unavailable, { headers: { 'Retry-After': '5' } });
    }
    throttled.error(unexpectedError(error), 'Submission failed');
    return new Refusal(codes.broken);
  }

  function refused(c: Context<Env>, error: unknown): Response {
    const refusal = refusalFor(error);
    return isPlainForm(c) ? backToPage(c, 'failed', refusal.headers) : refusal.response();
  }

  const tooLarge = (c: Context<Env>) =>
    refused(c, new Refusal(codes.tooLarge, { headers: { Connection: 'close' } }));
  return createFactory<Env>().createHandlers(bodyLimit({ maxSize, onError: tooLarge }), async (c) => {
    try {
      await store(c, isPlainForm(c) ? await readPlainForm(c) : await readJson(c));
    } catch (error) {
      return refused(c, error);
    }
    return isPlainForm(c)
      ? backToPage(c, 'sent')
      : new Response(null, { status: 201, headers: { 'Content-Length': '0' } });
  });
}

const typeOf = (c: Context) => c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
const isPlainForm = (c: Context) => typeOf(c) === 'application/x-www-form-urlencoded';

async function readJson(c: Context<Env>): Promise<Received> {
  refuseOtherThanInsert(c.req.header('Prefer'), new URL(c.req.url).searchParams);
  // PostgREST takes a body without a type for JSON.
  if ((typeOf(c) ?? 'application/json') !== 'application/json')
    throw new Refusal(codes.unreadableBody, { message: 'Send application/json' });
  return {
    submission: parseJson(await c.req.arrayBuffer()),
    key: c.req.header(submissionHeaders.idempotencyKey),
    spam: looksLikeSpam(c.req.header(submissionHeaders.trap) ?? '', c.req.header(submissionHeaders.age)),
    language: pageLanguage(c.req.header(submissionHeaders.language) ?? ''),
  };
}

async function readPlainForm(c: Context<Env>): Promise<Received> {
  const form = parsePlainForm(await c.req.arrayBuffer());
  const language = pageLanguage(form.language) ?? languageOfPage(c);
  c.set('pageLanguage', language);
  return {
    submission: check(form.fields),
    key: plainFormKey(new Date()),
    spam: looksLikeSpam(form.trap, undefined),
    language,
  };
}

const languageOfPage = (c: Context) =>
  pageLanguage(URL.parse(c.req.header('Referer') ?? '')?.searchParams.get('lang') ?? '');

/** A page without script cannot show an answer, so it is sent back to itself with the toast that tells the outcome. */
function backToPage(
  c: Context<Env>,
  outcome: 'sent' | 'failed',
  headers: Record<string, string> = {},
): Response {
  const Location = noticeAddress(outcome, c.get('pageLanguage') ?? languageOfPage(c));
  return new Response(null, { status: 303, headers: { ...headers, Location, 'Content-Length': '0' } });
}
