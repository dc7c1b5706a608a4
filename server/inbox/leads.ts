/** Leads, found and worked on. What can be done with one is written in server/leads; here it gets its address. */
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  type Conflict,
  type LeadQuery,
  leadStatuses,
  leadTabs,
  type OtherLeads,
} from '../../contract/inbox.ts';
import { defaultLanguage, languageCodes } from '../../contract/languages.ts';
import { startOfTashkentDay } from '../../contract/tashkent-time.ts';
import { type Changed, type Leads, readNote } from '../leads/leads.ts';
import { csvDownload } from './csv-download.ts';
import { type InboxContext, type InboxEnv, json, query, refusal } from './request.ts';
import type { SignIn } from './sign-in.ts';

const pageSize = 50;

const short = v.pipe(v.string(), v.maxLength(200));
const day = v.pipe(
  v.string(),
  v.check((text) => startOfTashkentDay(text) !== null),
);
const search = {
  tab: v.optional(v.picklist(leadTabs)),
  q: v.optional(short),
  language: v.optional(v.picklist(languageCodes)),
  source: v.optional(short),
  campaign: v.optional(short),
  since: v.optional(day),
  until: v.optional(day),
  spam: v.optional(v.literal('no')),
};
const days = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number), v.maxValue(1000));
const status = v.picklist(leadStatuses);
const note = v.pipe(v.string(), v.transform(readNote), v.string());
/** Of the one who wrote it: the same note sent once more, because no answer came, is not another. */
const key = v.pipe(v.string(), v.uuid());

const searchIn = ({ spam, ...wanted }: LeadQuery) => ({ ...wanted, ...(spam && { spam: false }) });

type Dependencies = { leads: Leads; signIn: Pick<SignIn, 'isOpen'>; report(error: unknown): void };

export function leadRoutes({ leads, signIn, report }: Dependencies) {
  return new Hono<InboxEnv>()
    .get('/leads', query(v.object({ ...search, after: v.optional(short) })), async (c) => {
      const { after, ...wanted } = c.req.valid('query');
      return c.json(await leads.find(searchIn(wanted), { after, limit: pageSize }), 200);
    })
    .get('/counts', async (c) => c.json(await leads.counts(), 200))
    .get('/figures', query(v.object({ days: v.optional(days, '30') })), async (c) =>
      c.json(await leads.figures(c.req.valid('query').days), 200),
    )
    .get(
      '/leads.csv',
      query(v.object({ ...search, headings: v.optional(v.picklist(languageCodes)) })),
      (c) => {
        const { headings, ...wanted } = c.req.valid('query');
        const session = c.get('session');
        return csvDownload(leads.each(searchIn(wanted)), headings ?? defaultLanguage, {
          isOpen: () => signIn.isOpen(session),
          report,
          // Through a proxy that speaks HTTP/1.0 a mere end would be the end of the file.
          cut: () => c.env.incoming.socket.resetAndDestroy(),
        });
      },
    )
    .get('/leads/:ref', async (c) => {
      const lead = await leads.get(c.req.param('ref'));
      return lead ? c.json(lead, 200) : c.json(refusal('gone'), 404);
    })
    .get('/leads/:ref/others', async (c) =>
      c.json<OtherLeads, 200>({ count: await leads.countOthers(c.req.param('ref')) }, 200),
    )
    .delete('/leads/:ref', async (c) => {
      const { erased, ...left } = await leads.erase(c.req.param('ref'), who(c));
      return erased ? c.json(left, 200) : c.json(refusal('gone'), 404);
    })
    .post('/leads/:ref/status', json(v.strictObject({ from: status, to: status })), async (c) => {
      const step = c.req.valid('json');
      const result = await leads.changeStatus(c.req.param('ref'), step, who(c));
      // Asked for twice, by a double tap or because no answer came: nobody was quicker than themselves.
      const isDone = !result.ok && result.reason === 'conflict' && result.lead.status === step.to;
      return isDone && result.last?.who === who(c) ? c.json(result.lead, 200) : changed(c, result);
    })
    .post('/leads/:ref/notes', json(v.strictObject({ text: note, key: v.optional(key) })), async (c) => {
      const { text, key } = c.req.valid('json');
      const origin = key && `inbox:${c.req.param('ref')}:${key}`;
      return changed(c, await leads.addNote(c.req.param('ref'), text, who(c), origin));
    })
    .post('/leads/:ref/spam', json(v.strictObject({ spam: v.boolean(), from: status })), async (c) =>
      changed(c, await leads.setSpam(c.req.param('ref'), c.req.valid('json'), who(c))),
    )
    .post('/leads/:ref/resend', async (c) => {
      const sent = await leads.resend(c.req.param('ref'), who(c));
      if (!sent.ok && sent.reason === 'nowhere') return c.json(refusal('nowhere'), 422);
      return changed(c, sent);
    });
}

/** Named by then: `onlyNamedChange` lets nobody else through. */
const who = (c: InboxContext): string => c.get('session').name as string;

function changed(c: InboxContext, result: Changed) {
  if (result.ok) return c.json(result.lead, 200);
  if (result.reason === 'gone') return c.json(refusal('gone'), 404);
  const { lead, last } = result;
  return c.json<Conflict, 409>({ error: 'conflict', lead, last }, 409);
}
