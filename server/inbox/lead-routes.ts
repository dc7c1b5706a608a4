import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  type Conflict,
  contactSources,
  type EraseResult,
  type LeadDetail,
  type LeadInput,
  leadStatuses,
  leadTabs,
  type Revision,
  type TelegramLeftover,
} from '#contract/inbox.ts';
import { defaultLanguage, languageCodes } from '#contract/languages.ts';
import { submissionLimits, submissionSchema, text } from '#contract/submission.ts';
import { endOfTashkentDay, startOfTashkentDay, tashkentDate } from '#contract/tashkent-time.ts';
import type { Queries } from '#server/db/db.ts';
import { addLead } from '#server/leads/add.ts';
import {
  type Actor,
  addNote,
  type ChangeResult,
  changeNote,
  changeStatus,
  correctLead,
  readNote,
  setReminder,
  setSpam,
} from '#server/leads/change.ts';
import { csvFile, csvName } from '#server/leads/csv.ts';
import { eraseLead } from '#server/leads/erase.ts';
import {
  findByNumber,
  findDueLeads,
  findLeadPage,
  findLeadParts,
  findLeadRecord,
  type LeadRecord,
  leadsRevision,
} from '#server/leads/find.ts';
import { toSummary } from '#server/leads/lead.ts';
import { countLeads } from '#server/leads/sums.ts';
import { deliveriesOf } from '#server/outbox/channel-state.ts';
import { resendLead } from '#server/outbox/queue.ts';
import { remainsOf } from '#server/telegram/messages.ts';
import type { InboxContext, InboxEnv, InboxOptions } from './options.ts';
import { json, number, query, refusal, whoOf } from './request.ts';

const pageSize = 50;
const maxDue = 50;
const endOfToday = () => endOfTashkentDay(tashkentDate(new Date())) as Date;

const shortText = v.pipe(v.string(), v.maxLength(200));
const search = {
  tab: v.optional(v.picklist(leadTabs)),
  q: v.optional(shortText),
  language: v.optional(v.picklist(languageCodes)),
  source: v.optional(shortText),
  campaign: v.optional(shortText),
  since: v.optional(v.pipe(v.string(), v.transform(startOfTashkentDay), v.date())),
  until: v.optional(v.pipe(v.string(), v.transform(endOfTashkentDay), v.date())),
  spam: v.optional(v.literal('no')),
  by: v.optional(shortText),
};
const status = v.picklist(leadStatuses);
const fields = submissionSchema.entries;
const corrections = v.pipe(
  v.array(
    v.variant(
      'field',
      (Object.keys(fields) as (keyof typeof fields)[]).map((field) =>
        v.strictObject({ field: v.literal(field), from: v.nullable(v.string()), to: fields[field] }),
      ),
    ),
  ),
  v.nonEmpty(),
);
const [, ...sourcesByHand] = contactSources;
const newLead = v.pipe(
  v.strictObject({
    ...fields,
    phone: text(submissionLimits.phone),
    message: text(submissionLimits.message),
    key: v.pipe(v.string(), v.uuid()),
    language: v.nullable(v.picklist(languageCodes)),
    source: v.picklist(sourcesByHand),
    status,
  }),
  v.check(({ phone, email }) => phone !== '' || email !== null),
);
const note = v.pipe(v.string(), v.transform(readNote), v.string());
/** A note that is sent again with the same key, because no answer came, is stored once. */
const key = v.pipe(v.string(), v.uuid());
const reminderTime = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
  v.check((at) => at.getTime() > Date.now()),
);

const by = (c: InboxContext): Actor => ({ who: whoOf(c) });

export function leadRoutes({ db, channels, wake, log }: InboxOptions) {
  async function lead(c: InboxContext, ref: string) {
    const found = await findLeadRecord(db, ref);
    return found ? c.json(await detailOf(found)) : c.json(refusal('not-found'), 404);
  }

  async function detailOf({ id, version, ...lead }: LeadRecord): Promise<LeadDetail> {
    return { ...lead, deliveries: await deliveriesOf(db, id) };
  }

  async function changed(c: InboxContext, result: ChangeResult) {
    wake();
    if (result.ok) return c.json(await detailOf(result.lead));
    if (result.reason === 'not-found') return c.json(refusal('not-found'), 404);
    const lead = await detailOf(result.lead);
    return c.json<Conflict>({ error: 'conflict', lead, last: result.last }, 409);
  }

  async function noteChanged(c: InboxContext, text: string | null) {
    const id = Number(c.req.param('id'));
    if (!Number.isSafeInteger(id)) return c.json(refusal('not-found'), 404);
    return changed(c, await changeNote(db, c.req.param('ref') ?? '', { id }, text, by(c)));
  }

  return new Hono<InboxEnv>()
    .get('/revision', async (c) => {
      const at = new Date().toISOString();
      return c.json<Revision>({ revision: await leadsRevision(db), at });
    })
    .get('/due', async (c) => c.json((await findDueLeads(db, endOfToday(), maxDue)).map(toSummary)))
    .get('/counts', async (c) => c.json(await countLeads(db)))
    .get('/leads', query(v.object({ ...search, after: v.optional(number) })), async (c) => {
      const { after, ...wanted } = c.req.valid('query');
      return c.json(await findLeadPage(db, wanted, { after, limit: pageSize }));
    })
    .get(
      '/leads.csv',
      query(v.object({ ...search, headings: v.optional(v.picklist(languageCodes)) })),
      (c) => {
        const { headings = defaultLanguage, ...wanted } = c.req.valid('query');
        const file = csvFile(findLeadParts(db, wanted), headings);
        c.header('Content-Type', 'text/csv; charset=utf-8');
        // The first file name is for programs that read only ASCII.
        const name = `filename="${csvName('en')}"; filename*=UTF-8''${encodeURIComponent(csvName(headings))}`;
        c.header('Content-Disposition', `attachment; ${name}`);
        // An error while the file is sent breaks the connection.
        const body = ReadableStream.from(file).pipeThrough(new TextEncoderStream());
        return c.body(body as globalThis.ReadableStream);
      },
    )
    .post('/leads', json(newLead), async (c) => {
      const { key, ...typed }: LeadInput = c.req.valid('json');
      const input = { ...typed, campaign: null, spam: false, idempotencyKey: `inbox:${key}` };
      const { ref } = await addLead(db, input, new Date(), whoOf(c));
      wake();
      return lead(c, ref);
    })
    .get('/leads/same', query(v.object({ phone: shortText })), async (c) =>
      c.json((await findByNumber(db, c.req.valid('query').phone)).map(toSummary)),
    )
    .get('/leads/:ref', (c) => lead(c, c.req.param('ref')))
    .post('/leads/:ref/corrections', json(v.strictObject({ corrections })), async (c) => {
      const { corrections } = c.req.valid('json');
      return changed(c, await correctLead(db, c.req.param('ref'), corrections, by(c)));
    })
    .put('/leads/:ref/notes/:id', json(v.strictObject({ text: note })), async (c) =>
      noteChanged(c, c.req.valid('json').text),
    )
    .delete('/leads/:ref/notes/:id', async (c) => noteChanged(c, null))
    .post('/leads/:ref/status', json(v.strictObject({ from: status, to: status })), async (c) => {
      const step = c.req.valid('json');
      return changed(c, await changeStatus(db, c.req.param('ref'), step, by(c)));
    })
    .post('/leads/:ref/notes', json(v.strictObject({ text: note, key: v.optional(key) })), async (c) => {
      const { text, key } = c.req.valid('json');
      const ref = c.req.param('ref');
      const dedupeKey = key && `inbox:${ref}:${key}`;
      return changed(c, await addNote(db, ref, text, { who: whoOf(c), dedupeKey }));
    })
    .post('/leads/:ref/spam', json(v.strictObject({ spam: v.boolean() })), async (c) =>
      changed(c, await setSpam(db, c.req.param('ref'), c.req.valid('json').spam, by(c))),
    )
    .put('/leads/:ref/reminder', json(v.strictObject({ at: reminderTime })), async (c) =>
      changed(c, await setReminder(db, c.req.param('ref'), c.req.valid('json').at, by(c))),
    )
    .delete('/leads/:ref/reminder', async (c) =>
      changed(c, await setReminder(db, c.req.param('ref'), null, by(c))),
    )
    .post('/leads/:ref/resend', async (c) => {
      const ref = c.req.param('ref');
      if (channels.length === 0) return c.json(refusal('no-channel'), 422);
      await resendLead(db, ref, channels, by(c));
      wake();
      return lead(c, ref);
    })
    .delete('/leads/:ref', async (c) => {
      const ref = c.req.param('ref');
      if (!(await eraseLead(db, ref))) return c.json(refusal('not-found'), 404);
      // Only the log records who erased it.
      log.info({ ref, who: whoOf(c) }, 'A lead was erased');
      wake();
      const leftover = await findLeftover(db, ref, channels.includes('telegram'));
      return c.json<EraseResult>({ leftover });
    });
}

const deletionsWithinMs = 3000;

/** Waits a moment for the deletions in Telegram, to report how they ended. */
async function findLeftover(db: Queries, ref: string, hasBot: boolean): Promise<TelegramLeftover | null> {
  const deadline = Date.now() + deletionsWithinMs;
  let remains = await remainsOf(db, ref);
  while (remains === 'pending' && hasBot && Date.now() < deadline) {
    await sleep(50);
    remains = await remainsOf(db, ref);
  }
  if (remains === 'none') return null;
  return remains === 'pending' && hasBot ? 'later' : 'by-hand';
}
