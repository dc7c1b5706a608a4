import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createFactory } from 'hono/factory';
import type { Logger } from 'pino';
import type { Language } from '../../contract/languages.ts';
import { submissionErrors as codes, type Submission, submissionHeaders } from '../../contract/submission.ts';
import { DatabaseUnavailable, type Db } from '../db/db.ts';
import { addLead } from '../leads/add.ts';
import { clientMark, type ThrottledLog, throttledLog, unexpectedError } from '../log.ts';
import { idempotencyKey, looksLikeSpam, noticeAddress, pageLanguage, plainFormKey } from './circumstances.ts';
import { addressOf, clientKey, type TrustedProxies } from './client-address.ts';
import { check, parseJson, parsePlainForm } from './parse.ts';
import { refuseOtherThanInsert } from './postgrest.ts';
import type { RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

export type SubmissionDependencies = {
  db: Db;
  rateLimit: RateLimit;
  trustedProxies: TrustedProxies;
  /** Source and campaign, from the request's headers. */
  arrivalOf(headers: IncomingHttpHeaders): { source: string | null; campaign: string | null };
  /** Called after every stored lead, so that it is delivered at once. */
  leadStored(): void;
  log: Logger;
};

type Env = { Bindings: HttpBindings; Variables: { pageLanguage: Language | null } };
type Dependencies = SubmissionDependencies & { throttled: ThrottledLog };
type Received = { submission: Submission; key: string | undefined; spam: boolean; language: Language | null };

/** The longest valid submission has 5,504 characters: 33 KB as an encoded form in Cyrillic. */
const maxSize = 64 * 1024;

/** Takes a lead: read, check, count, store, answer. What is answered with 201 is on disk. */
export function submit(options: SubmissionDependencies) {
  const dependencies = { ...options, throttled: throttledLog(options.log) };
  const tooLarge = (c: Context<Env>) =>
    answer(c, dependencies, new Refusal(codes.tooLarge, { headers: { Connection: 'close' } }));
  return createFactory<Env>().createHandlers(bodyLimit({ maxSize, onError: tooLarge }), async (c) => {
    try {
      if (isPlainForm(c)) await takePlainForm(c, dependencies);
      else await takeJson(c, dependencies);
      return answer(c, dependencies, null);
    } catch (error) {
      return answer(c, dependencies, error);
    }
  });
}

const typeOf = (c: Context) => c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
const isPlainForm = (c: Context) => typeOf(c) === 'application/x-www-form-urlencoded';

async function takeJson(c: Context<Env>, dependencies: Dependencies): Promise<void> {
  refuseOtherThanInsert(c.req.header('Prefer'), new URL(c.req.url).searchParams);
  // PostgREST takes a body without a type for JSON.
  const type = typeOf(c);
  if (type !== undefined && type !== 'application/json')
    throw new Refusal(codes.unreadableBody, {
      message: 'Content-Type not acceptable here; send application/json',
    });
  await store(c, dependencies, {
    submission: parseJson(await c.req.arrayBuffer()),
    key: c.req.header(submissionHeaders.idempotencyKey),
    spam: looksLikeSpam(c.req.header(submissionHeaders.trap) ?? '', c.req.header(submissionHeaders.age)),
    language: pageLanguage(c.req.header(submissionHeaders.language) ?? ''),
  });
}

async function takePlainForm(c: Context<Env>, dependencies: Dependencies): Promise<void> {
  const form = parsePlainForm(await c.req.arrayBuffer());
  const language = pageLanguage(form.language) ?? languageOfPage(c);
  c.set('pageLanguage', language);
  await store(c, dependencies, {
    submission: check(form.fields),
    key: c.req.header(submissionHeaders.idempotencyKey) ?? plainFormKey(new Date()),
    spam: looksLikeSpam(form.trap, undefined),
    language,
  });
}

const languageOfPage = (c: Context) =>
  pageLanguage(URL.parse(c.req.header('Referer') ?? '')?.searchParams.get('lang') ?? '');

async function store(
  c: Context<Env>,
  { db, rateLimit, trustedProxies, arrivalOf, leadStored, log, throttled }: Dependencies,
  { submission, key, spam, language }: Received,
): Promise<void> {
  const address = addressOf(c.env.incoming, trustedProxies);
  const client = clientKey(address);
  log.debug({ address }, 'Submission received');
  const wait = await rateLimit.take(client);
  if (wait !== null) {
    throttled.warn({ client: clientMark(client) }, 'Too many submissions from one address');
    throw new Refusal(codes.tooMany, { headers: { 'Retry-After': String(wait) } });
  }
  let stored = false;
  try {
    const lead = await addLead(db, {
      ...submission,
      idempotencyKey: idempotencyKey(key, submission),
      ...{ language, spam, ...arrivalOf(c.env.incoming.headers) },
    });
    stored = lead.stored;
    const about = { ref: lead.ref, language, suspectedSpam: spam };
    if (stored) log.info(about, 'Lead stored');
    else throttled.info(about, 'Duplicate lead ignored');
  } finally {
    // An honest retry does not count, whether the answer was lost or the database away.
    if (!stored) await rateLimit.giveBack(client);
  }
  if (stored) leadStored();
}

/** A page without script cannot show an answer, so it is sent back to itself with the toast that tells the outcome. */
function answer(c: Context<Env>, { throttled }: Dependencies, error: unknown): Response {
  const refusal = error === null ? null : refusalFor(error, throttled);
  if (!isPlainForm(c))
    return refusal
      ? refusal.response()
      : new Response(null, { status: 201, headers: { 'Content-Length': '0' } });
  const outcome = refusal ? 'failed' : 'sent';
  return new Response(null, {
    status: 303,
    headers: {
      ...refusal?.headers,
      Location: noticeAddress(outcome, c.get('pageLanguage') ?? languageOfPage(c)),
      'Content-Length': '0',
    },
  });
}

function refusalFor(error: unknown, log: ThrottledLog): Refusal {
  if (error instanceof Refusal) {
    if (error.code !== codes.tooMany)
      log.info({ status: error.status, code: error.code }, 'Submission rejected');
    return error;
  }
  if (error instanceof DatabaseUnavailable) {
    log.error({ error: error.message }, 'Database unavailable, a lead was rejected');
    return new Refusal(codes.unavailable, { headers: { 'Retry-After': '5' } });
  }
  log.error(unexpectedError(error), 'Submission failed');
  return new Refusal(codes.broken);
}
