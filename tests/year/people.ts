/** Visitors and staff: each of their acts goes through a door of the program, and is written down as they remember it. */
import { randomUUID } from 'node:crypto';
import { fill } from '#contract/fill.ts';
import type { LeadDetail, LeadPage, LeadStatus } from '#contract/inbox.ts';
import { dayMs, hourMs } from '#contract/tashkent-time.ts';
import { aziza, type Person as TelegramPerson } from '#tests/stand-ins/telegram.ts';
import { locale, type Office, type Person, showsLead } from './office.ts';

const words = locale.words.lead;
const statusWords = locale.inboxWords.status;

/** What people know about a lead. Times in milliseconds. */
export type Known = {
  ref: string;
  name: string;
  phone: string;
  /** Before corrections. */
  oldPhone: string | null;
  message: string;
  source: string | null;
  /** Of a direct message. */
  writer?: TelegramPerson;
  addedAt: number;
  status: LeadStatus;
  spam: boolean;
  /** At any time. */
  wasSpam: boolean;
  notes: { text: string; by: string }[];
  firstReplyBy: string | null;
  /** When the staff first did something that ends the waiting for a reply. */
  answeredAt: number;
  /** `until`: when it was moved or removed. */
  reminders: { at: number; until: number }[];
  erasedAt: number;
};

/** Numbers between 0 and 1 that are the same for each seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  let counted = 0;
  const count = () => ++counted;
  return {
    below: (limit: number) => Math.floor(next() * limit),
    count,
    /** A word that no other text contains. */
    word() {
      const number = count();
      return [0, 4, 8, 12].map((shift) => syllables[(number >> shift) & 15]).join('');
    },
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
  };
}
export type Random = ReturnType<typeof createRandom>;

const syllables = [
  'ba',
  'du',
  'ga',
  'he',
  'ki',
  'lo',
  'mu',
  'ni',
  'po',
  'ra',
  'se',
  'to',
  'va',
  'xi',
  'yu',
  'za',
];

function newKnown({ pick, count, word }: Random): Known {
  const digits = String(1_000_000 + count() * 7).slice(1);
  const phone = `+998 90 ${digits.slice(0, 2)}1 ${digits.slice(2, 4)} ${digits.slice(4)}`;
  const first = pick(['Aziza', 'Oʻtkir', 'Дилноза', 'Gʻulom', '=Jasur', 'Olimjon']);
  return {
    ref: '',
    name: `${first} ${word()}`,
    phone,
    oldPhone: null,
    message: `Salom!\nItaliya haqida: ${word()}`,
    source: null,
    addedAt: Date.now(),
    status: 'new',
    spam: false,
    wasSpam: false,
    notes: [],
    firstReplyBy: null,
    answeredAt: Number.POSITIVE_INFINITY,
    reminders: [],
    erasedAt: Number.POSITIVE_INFINITY,
  };
}

export async function sendForm(office: Office, random: Random): Promise<Known> {
  const lead = newKnown(random);
  lead.source = random.pick(['instagram', 'telegram', null]);
  lead.spam = lead.wasSpam = random.chance(0.03);
  const { name, phone, message } = lead;
  const headers = {
    'Idempotency-Key': randomUUID(),
    'Content-Language': random.pick(['uz', 'ru', 'en']),
    ...(lead.source && { 'X-Attribution': `utm_source=${lead.source}` }),
    ...(lead.spam && { 'X-Form-Honeypot': 'robot' }),
  };
  for (let times = random.chance(0.1) ? 2 : 1; times > 0; times--) {
    const { status } = await office.send({ name, phone, email: null, message }, headers);
    if (status !== 201) throw new Error(`The form answered ${status}`);
  }
  return lead;
}

export async function addByHand({ staff }: Office, random: Random): Promise<Known> {
  const lead = { ...newKnown(random), source: random.pick(['phone', 'in-person']) };
  const { name, phone, message, source, status } = lead;
  const typed = { name, phone, message, source, status, email: null, language: null, key: randomUUID() };
  const { ask } = random.pick(Object.values(staff));
  lead.ref = (await ask<LeadDetail>('POST', '/leads', typed)).ref;
  return lead;
}

/** A direct message to Aziza's account, which she connected with the bot. */
export function writeDirectly({ telegram }: Office, random: Random): Known {
  const lead = newKnown(random);
  const phone = lead.phone.replaceAll(' ', '');
  const writer = { id: 10_000 + random.count(), first_name: lead.name };
  const message = `${lead.message} ${phone}`;
  telegram.direct(aziza, writer, { text: message });
  return { ...lead, phone, message, writer, source: 'telegram-direct' };
}

/** The staff see references of new leads in the list. */
export async function learnRefs({ ask }: Person, leads: readonly Known[]): Promise<void> {
  const page = await ask<LeadPage>('GET', '/leads?tab=all');
  for (const lead of leads) lead.ref ||= page.leads.find(({ name }) => name === lead.name)?.ref ?? '';
}

const nextStatuses = {
  new: ['contacted', 'contacted', 'consultation', 'lost'],
  contacted: ['consultation', 'client', 'lost'],
  consultation: ['client', 'lost'],
  client: ['lost'],
  lost: ['contacted'],
} as const satisfies Record<LeadStatus, LeadStatus[]>;

const ofReminder = (lead: Known) => lead.reminders.find(({ until }) => until === Number.POSITIVE_INFINITY);
function endReminder(lead: Known): void {
  const open = ofReminder(lead);
  if (open) open.until = Date.now();
}
const answered = (lead: Known) => {
  lead.answeredAt = Math.min(lead.answeredAt, Date.now());
};
function remember(lead: Known, at: number): void {
  endReminder(lead);
  lead.reminders.push({ at, until: Number.POSITIVE_INFINITY });
}

/** One person changes one lead, in the inbox or in Telegram. */
export async function change(office: Office, person: Person, lead: Known, random: Random): Promise<void> {
  const { ask, name: who, by } = person;
  const { telegram } = office;
  const path = `/leads/${lead.ref}`;
  const isInChat = ({ ref, message }: Office['posted'][number]) => ref === lead.ref && showsLead(message);
  const message = office.posted.findLast(isInChat)?.message;
  const inChat = office.isUp('telegram') && random.chance(0.5) ? message : undefined;
  const act = random.pick([
    'status',
    'status',
    'status',
    'note',
    'note',
    'note',
    'remind',
    'remind',
    'more',
  ] as const);
  if (act === 'status' && !lead.spam) {
    const answersDirectly = lead.writer && lead.status === 'new' && by === aziza;
    const to = answersDirectly ? 'contacted' : random.pick<LeadStatus>(nextStatuses[lead.status]);
    if (answersDirectly && lead.writer) telegram.direct(aziza, lead.writer, { text: 'Salom!' }, aziza);
    else if (inChat)
      await expectAnswer(
        telegram.press(inChat, statusWords[to], { by }),
        fill(locale.words.bot.marked, { status: statusWords[to] }),
      );
    else await ask('POST', `${path}/status`, { from: lead.status, to });
    lead.status = to;
    lead.firstReplyBy ??= who;
    answered(lead);
    if (to === 'client' || to === 'lost') endReminder(lead);
  } else if (act === 'note') {
    const text = `${random.word()} oldi`;
    if (inChat) telegram.say(text, { by, replyTo: inChat });
    else await ask('POST', `${path}/notes`, { text, key: randomUUID() });
    lead.notes.push({ text, by: who });
  } else if (act === 'remind' && lead.status !== 'client' && lead.status !== 'lost') {
    const open = ofReminder(lead);
    if (open && open.at > Date.now() && random.chance(0.4)) {
      if (inChat && !lead.spam) await telegram.press(inChat, `✓ ${words.remind}`, { by });
      else await ask('DELETE', `${path}/reminder`);
      endReminder(lead);
    } else {
      const at = Date.now() + random.pick([2 * hourMs, dayMs, 3 * dayMs + hourMs]);
      await ask('PUT', `${path}/reminder`, { at: new Date(at).toISOString() });
      remember(lead, at);
    }
  } else if (act === 'more') await changeRarely(person, lead, random);
}

async function changeRarely(person: Person, lead: Known, random: Random): Promise<void> {
  const { ask, name: who } = person;
  const path = `/leads/${lead.ref}`;
  const own = lead.notes.findLast(({ by }) => by === who);
  const kind = random.pick(['correct', 'correct', 'note', 'unnote', 'spam', 'spam', 'erase'] as const);
  if (kind === 'correct') {
    const { name, phone } = newKnown(random);
    const corrections = random.chance(0.5)
      ? [{ field: 'phone', from: lead.phone, to: phone }]
      : [{ field: 'name', from: lead.name, to: name }];
    await ask('POST', `${path}/corrections`, { corrections });
    if (corrections[0]?.field === 'phone') Object.assign(lead, { oldPhone: lead.phone, phone });
    else lead.name = name;
  } else if ((kind === 'note' || kind === 'unnote') && own) {
    const { events } = await ask<LeadDetail>('GET', path);
    const event = events.find((each) => each.kind === 'note' && each.text === own.text);
    if (kind === 'unnote') {
      await ask('DELETE', `${path}/notes/${event?.id}`);
      lead.notes.splice(lead.notes.indexOf(own), 1);
    } else {
      own.text = `${random.word()} tuzatildi`;
      await ask('PUT', `${path}/notes/${event?.id}`, { text: own.text });
    }
  } else if (kind === 'spam') {
    lead.spam = !lead.spam;
    lead.wasSpam = true;
    await ask('POST', `${path}/spam`, { spam: lead.spam });
  } else if (kind === 'erase') {
    await erase(person, lead);
  }
}

export function markErased(lead: Known): void {
  lead.erasedAt = Date.now();
  answered(lead);
  endReminder(lead);
}

export async function erase({ ask }: Person, lead: Known): Promise<void> {
  markErased(lead);
  // The answer waits for the deletion in Telegram.
  await ask('DELETE', `/leads/${lead.ref}`);
}

async function expectAnswer(answer: Promise<string>, expected: string): Promise<void> {
  const shown = await answer;
  if (!shown.startsWith(expected)) throw new Error(`Telegram showed "${shown}" instead of "${expected}"`);
}
