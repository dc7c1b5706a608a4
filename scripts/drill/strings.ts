import { noticeAnchors, type Submission } from '../../contract/submission.ts';
import { ask } from './ask.ts';
import { circumstances, filledForm } from './crowd.ts';
import type { Database, Ground } from './ground.ts';
import { type Field, fields, keptAs, naughtyStrings } from './naughty-strings.ts';
import type { Row } from './row.ts';
import { hasty } from './timing.ts';
import { until } from './wait.ts';

type Size = {
  databases: Database[];
  /** As the page sends it, and as a page without script does. */
  ways: (keyof typeof send)[];
  deliver: boolean;
};

/** Every string as each field, through a real socket: stored as sent, without the blanks around it, or refused. */
export async function strings(ground: Ground, { databases, ways, deliver }: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const database of databases) {
    const place = await ground.place(database);
    const telegram = await ground.telegram();
    const environment = { ...place.environment, ...(deliver && telegram.environment) };
    const server = await ground.server(environment, { timing: hasty });
    const broken: string[] = [];
    const expected = new Map<string, Submission>();
    let refused = 0;

    const trials = ways.flatMap((way) =>
      fields.flatMap((field) => naughtyStrings.map((text) => ({ way, field, text }))),
    );
    await inParallel(16, trials, async ({ way, field, text }) => {
      const { mark, form } = formWith(field, text);
      // Browsers end every line of a plain form with CR LF, whatever was typed: the service takes the CR away again.
      const kept = keptAs(field, way === 'JSON' ? text : text.replaceAll('\r\n', '\n'));
      const status = await send[way](server.table, form);
      if (status !== (kept === undefined ? 400 : 201))
        broken.push(`${JSON.stringify(text)} as ${field} was answered with ${status}`);
      if (status === 201) expected.set(mark, { ...form, [field]: kept ?? null });
      else refused += 1;
    });

    const leads = await (await place.open()).listLeads({});
    const found = new Set(leads.map(comparable));
    const lost = [...expected.values()].filter((form) => !found.has(comparable(form)));
    for (const form of lost) broken.push(`not stored as sent: ${comparable(form)}`);
    const doubled = leads.length - expected.size;
    if (doubled !== 0) broken.push(`${leads.length} leads are stored, ${expected.size} were acknowledged`);
    const missing = () => new Set(expected.keys()).difference(new Set(telegram.names())).size;
    if (deliver)
      await until('Telegram', () => missing() === 0, 300_000).catch(() =>
        broken.push(`${missing()} leads were never brought to Telegram`),
      );
    await server.stop();
    rows.push({
      what: `Naughty strings, ${database}`,
      acknowledged: expected.size,
      lost: lost.length,
      doubled,
      ...(deliver && { delivered: expected.size - missing() }),
      remarks: [
        `${naughtyStrings.length} strings as each field, sent as ${ways.join(' and as ')}; ${refused} refused with 400`,
      ],
      broken: [...broken, ...server.faults],
    });
  }
  return rows;
}

/** The name that tells the lead from others stands in the name, or in the message where the name is on trial. */
function formWith(field: Field, text: string): { mark: string; form: Submission } {
  const form = filledForm();
  const mark = form.name;
  if (field === 'name') form.message = mark;
  return { mark, form: { ...form, [field]: text } };
}

const send = {
  async JSON(table: string, form: Submission): Promise<number> {
    const body = JSON.stringify(form);
    return (await ask(table, { method: 'POST', headers: circumstances(), body })).status;
  },
  /** The outcome is in the redirect. Half a surrogate pair has no UTF-8: it is sent as the bytes it would have. */
  async 'a plain form'(table: string, form: Submission): Promise<number> {
    const encoded = Object.entries(form).map(([field, text]) => `${field}=${percentEncode(text ?? '')}`);
    const headers = { ...circumstances(), 'Content-Type': 'application/x-www-form-urlencoded' };
    const reply = await ask(table, { method: 'POST', headers, body: encoded.join('&') });
    if (reply.status !== 303) return reply.status;
    return reply.headers.location?.endsWith(`#${noticeAnchors.sent}`) ? 201 : 400;
  },
};

function percentEncode(text: string): string {
  return [...text]
    .map((character) => {
      if (character.isWellFormed()) return encodeURIComponent(character);
      const code = character.charCodeAt(0);
      const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16)}`).join('');
    })
    .join('');
}

function comparable({ name, phone, email, message }: Submission): string {
  return JSON.stringify([name, phone, email, message]);
}

async function inParallel<Item>(lanes: number, items: Item[], work: (item: Item) => Promise<void>) {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
