/** Invents a year: visits, leads, what three people did with them, links, versions of the site. The same at every start. */
import { mock } from 'node:test';
import type { LeadStatus } from '#contract/inbox.ts';
import type { Language } from '#contract/languages.ts';
import { dayMs, hourMs, minuteMs, tashkentDate } from '#contract/tashkent-time.ts';
import type { Db } from '#server/db/db.ts';
import { addLead } from '#server/leads/add.ts';
import { addNote, changeStatus, setReminder } from '#server/leads/change.ts';
import { addVersion, latestNumber, publishedContent } from '#server/site/versions.ts';
import { addToStats } from '#server/stats/counting.ts';
import { makeLink } from '#server/stats/links.ts';
import { conversations, names, notes, origins, staff } from './words.ts';

const days = 365;
const leadsPerDay = 2;

export async function inventYear(db: Db): Promise<void> {
  const now = Date.now();
  mock.timers.enable({ apis: ['Date'], now });
  const at = (time: number) => mock.timers.setTime(time);
  try {
    for (let day = days; day >= 0; day--) {
      const midnight = now - day * dayMs;
      at(midnight);
      await inventVisits(db, midnight);
      for (const [days, name] of Object.entries(linksByDay))
        if (day === Number(days)) await makeLink(db, 'https://example.uz', name);
      if (day === 200 || day === 90) await publishPrice(db, day === 200 ? '$1,799' : '$1,899');
      for (let i = 0; i < leadsPerDay * 2; i++)
        if (chance(0.5)) await inventLead(db, midnight + (3 + random() * 14) * hourMs, now, at);
    }
  } finally {
    mock.timers.reset();
  }
}

const linksByDay: Record<string, string> = {
  300: 'reels12',
  160: 'flyer-chilonzor',
  60: 'telegram-pin',
  10: 'reels40',
};

async function inventVisits(db: Db, time: number): Promise<void> {
  const rows = origins.flatMap(([source, campaign, share]) =>
    (['uz', 'ru', 'en'] as const).map((language, rank) => {
      const count = Math.round(60 * share * (random() + 0.4) * ([0.7, 0.25, 0.05][rank] ?? 0));
      return { day: tashkentDate(time), source, campaign, language, count };
    }),
  );
  const seen = rows.filter(({ count }) => count > 0).map((row) => ({ ...row, name: '' }));
  const clicks = seen.map((row) => ({
    ...row,
    name: pick(['form', 'telegram-contact', 'registration']),
    count: 1,
  }));
  await addToStats(db, [...seen, ...clicks]);
}

async function inventLead(db: Db, time: number, now: number, at: (time: number) => void): Promise<void> {
  if (time > now) return;
  at(time);
  const [source, campaign] = pick(origins);
  const language = pick<Language>(['uz', 'uz', 'uz', 'ru', 'ru', 'en']);
  const byHand = chance(0.2);
  const { ref } = await addLead(
    db,
    {
      name: pick(names[language]),
      phone: `+998 ${pick(['90', '91', '93', '94', '97', '99'])} ${digits(3)} ${digits(2)} ${digits(2)}`,
      email: chance(0.3) ? `talaba${digits(4)}@example.uz` : null,
      message: pick(conversations[language]),
      language,
      source: byHand ? pick(['phone', 'in-person', 'recommendation', 'telegram-direct']) : source,
      campaign: byHand ? null : campaign || null,
      spam: chance(0.04),
      idempotencyKey: null,
    },
    new Date(time),
    byHand ? pick(staff) : null,
  );
  let moment = time;
  const who = pick(staff);
  const later = (hours: number): boolean => {
    moment += random() * hours * hourMs + 10 * minuteMs;
    at(Math.min(moment, now));
    return moment < now;
  };
  const steps: [LeadStatus, number][] = [
    ['contacted', 0.95],
    ['consultation', 0.6],
    [chance(0.06) ? 'client' : 'lost', 0.8],
  ];
  let from: LeadStatus = 'new';
  for (const [to, share] of steps) {
    if (!chance(share) || !later(to === 'contacted' ? 6 : 72)) break;
    await changeStatus(db, ref, { from, to }, { who });
    from = to;
    if (chance(0.5)) await addNote(db, ref, pick(notes[language]), { who });
  }
  if (from === 'contacted' && chance(0.3)) {
    at(now);
    await setReminder(db, ref, new Date(now + random() * 3 * dayMs), { who });
  }
}

async function publishPrice(db: Db, plusPrice: string): Promise<void> {
  const content = await publishedContent(db);
  await addVersion(db, {
    number: (await latestNumber(db)) + 1,
    content: { ...content, facts: { ...content.facts, plusPrice } },
    who: pick(staff),
  });
}

/** Mulberry32: the same numbers at every start. */
let seed = 20261120;
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const chance = (share: number) => random() < share;
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
