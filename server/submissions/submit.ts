import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Language } from '../../contract/languages.ts';
import { submissionErrors as codes, type Submission, submissionHeaders } from '../../contract/submission.ts';
import { arrivalOfLead } from '../figures/arrival.ts';
import { clientMark, type SparingLog, sparing, unforeseen } from '../log.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { ClientGone, readBody } from './body.ts';
import { idempotencyKey, looksLikeSpam, noticeAddress, pageLanguage, plainFormKey } from './circumstances.ts';
import { addressOf, clientKey, type TrustedProxies } from './client-address.ts';
import { check, parseJson, parsePlainForm } from './parse.ts';
import { refuseOtherThanInsert } from './postgrest.ts';
import type { RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

export type SubmissionDependencies = {
  store: Store;
  rateLimit: RateLimit;
  trustedProxies: TrustedProxies;
  /** Told after every stored lead, so that it is delivered at once. */
  leadStored: () => void;
  log: Logger;
};

/** `seldom`: the log for what a stranger may repeat without end. */
type Dependencies = SubmissionDependencies & { seldom: SparingLog };
type RequestContext = Context<{ Bindings: HttpBindings }>;
type Received = {
  submissions: Submission[];
  /** What tells a repeat from another lead with the same words. */
  key: string | undefined;
  suspectedSpam: boolean;
  language: Language | null;
};

const plainFormType = 'application/x-www-form-urlencoded';

/** Takes a lead in: guard, read, check, count, store, answer. What is answered with 201 is on disk. */
export function submit(given: SubmissionDependencies) {
  const dependencies = { ...given, seldom: sparing(given.log) };
  return async (c: RequestContext): Promise<Response> => {
    const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    if (type === plainFormType) return answerPlainForm(c, dependencies);
    try {
      refuseOtherThanInsert(c.req.header('Prefer'), new URL(c.req.url).searchParams);
      // PostgREST takes a body without a type for JSON.
      if (type !== undefined && type !== 'application/json') {
        throw new Refusal(codes.unreadableBody, {
          message: `Content-Type not acceptable here; send application/json`,
        });
      }
      const submissions = parseJson(await readBody(c.env.incoming));
      const suspectedSpam = looksLikeSpam(
        c.req.header(submissionHeaders.trap) ?? '',
        c.req.header(submissionHeaders.age),
      );
      const language = pageLanguage(c.req.header(submissionHeaders.language) ?? '');
      const key = c.req.header(submissionHeaders.idempotencyKey);
      await storeLeads(c, dependencies, { submissions, key, suspectedSpam, language });
      return new Response(null, { status: 201, headers: { 'Content-Length': '0', 'Content-Range': '*/*' } });
    } catch (error) {
      return refusalFor(error, dependencies.seldom).response();
    }
  };
}

/** A page without script cannot show an answer: it is sent back to itself, with the notice that tells the outcome. */
async function answerPlainForm(c: RequestContext, dependencies: Dependencies): Promise<Response> {
  // Known before the body is, for when the body is what fails.
  let language = pageLanguage(URL.parse(c.req.header('Referer') ?? '')?.searchParams.get('lang') ?? '');
  let outcome: 'sent' | 'failed' = 'sent';
  let headers = {};
  try {
    const form = parsePlainForm(await readBody(c.env.incoming));
    language = pageLanguage(form.language) ?? language;
    const suspectedSpam = looksLikeSpam(form.trap, undefined);
    const submissions = [check(form.fields)];
    const key = c.req.header(submissionHeaders.idempotencyKey) ?? plainFormKey(new Date());
    await storeLeads(c, dependencies, { submissions, key, suspectedSpam, language });
  } catch (error) {
    outcome = 'failed';
    headers = refusalFor(error, dependencies.seldom).headers;
  }
  return new Response(null, {
    status: 303,
    headers: { ...headers, Location: noticeAddress(outcome, language), 'Content-Length': '0' },
  });
}

async function storeLeads(c: RequestContext, dependencies: Dependencies, received: Received) {
  const { store, rateLimit, trustedProxies, log, seldom } = dependencies;
  const { submissions, key, suspectedSpam, language } = received;
  const address = addressOf(c.env.incoming, trustedProxies);
  const client = clientKey(address);
  log.debug({ address }, 'Submission received');

  const wait = await rateLimit.take(client, submissions.length);
  if (wait !== null) {
    seldom.warn({ client: clientMark(client) }, 'Too many submissions from one address');
    throw new Refusal(codes.tooMany, { headers: { 'Retry-After': String(wait) } });
  }
  let stored = 0;
  try {
    const arrival = arrivalOfLead(c.env.incoming.headers);
    const leads = submissions.map((submission) => ({
      ...submission,
      idempotencyKey: idempotencyKey(key, submission),
      language,
      suspectedSpam,
      ...arrival,
    }));
    for (const lead of await store.addLeads(leads)) {
      const about = { ref: lead.ref, language, suspectedSpam };
      if (lead.stored) {
        stored += 1;
        log.info(about, 'Lead stored');
      } else seldom.info(about, 'Duplicate lead ignored');
    }
  } finally {
    // An honest retry, after an answer that was lost or a store that was away, is not held against anyone.
    const unused = submissions.length - stored;
    if (unused > 0) await rateLimit.giveBack(client, unused).catch(() => {});
  }
  if (stored > 0) dependencies.leadStored();
}

function refusalFor(error: unknown, log: SparingLog): Refusal {
  if (error instanceof Refusal) {
    // That one was told, with the mark of its sender.
    if (error.code !== codes.tooMany)
      log.info({ status: error.status, code: error.code }, 'Submission rejected');
    return error;
  }
  if (error instanceof ClientGone) {
    // Nobody hears the answer. On a phone network this is an ordinary event, not a fault of the service.
    log.info({}, 'Client disconnected before the submission was complete');
    return new Refusal(codes.tooSlow);
  }
  if (error instanceof StoreUnavailable) {
    log.error({ error: error.message }, 'Database unavailable, a lead was rejected');
    return new Refusal(codes.unavailable, { headers: { 'Retry-After': '5' } });
  }
  log.error(unforeseen(error), 'Submission failed');
  return new Refusal(codes.broken);
}
